import AppStoreModels
import Foundation
import StoreConfiguration
import TestSupport
import Testing

@testable import purser

@Suite("What the settings of a .storekit file are to a new store", .tags(.slow), .timeLimit(.minutes(15)))
struct StoreFileSettingsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func failure(_ part: String, _ kind: String, _ index: Int) -> ConfiguredFailure {
        ConfiguredFailure(json: [
            "name": .string(part), "enabled": true,
            "current": ["type": .string(kind), "index": .number(JSONNumber(index))],
        ])
    }

    /// The file that sells flowers, with other settings.
    private func catalogue(_ change: (inout ConfigurationSettings) -> Void) throws -> String {
        var configuration = try StoreConfiguration(contentsOf: URL(fileURLWithPath: RunningStore.catalogue))
        change(&configuration.settings)
        return try folder.file("Changed.storekit", content: configuration.xcodeData).path
    }

    /// Runs a script beside the store, which stays in its folder.
    private func run(_ catalogue: String, _ script: String) async throws -> Tool.Outcome {
        let options = ["--catalogue", catalogue, "--data", folder.file("store").path]
        return try await Tool.run(["store", "run"] + options + ["--", "/bin/sh", "-c", script])
    }

    @Test("It has the storefront, and fails as the file says until that is cleared; what it does not do is told")
    func opening() async throws {
        let file = try catalogue { settings in
            settings.storefront = "DEU"
            settings.simulatedFailures = [
                failure("Purchase", "purchase", 1), failure("Verification", "verification", 4),
            ]
        }
        let tool = "\"\(Tool.executable.path)\" store"
        let seeds = "com.example.flowershop.seeds"
        let first = try await run(
            file,
            "\(tool) account flora --json && \(tool) fault list && ! \(tool) buy \(seeds) --account flora && exit 4"
        )
        #expect(first.status == 4, "\(first.errors)")
        #expect(first.output.contains("DEU"))
        #expect(first.output.contains("purchaseFails"))
        #expect(first.output.contains("failure productNotAvailable"))
        #expect(first.errors.contains("Changed.storekit: settings._storeKitErrors[1]: \"Verification\" fails on"))
        // A store that is not new goes on as it was left.
        let cleared = try await run(
            file,
            "\(tool) fault clear --all && \(tool) buy \(seeds) --account flora --json"
        )
        #expect(cleared.status == 0, "\(cleared.errors)")
        let later = try await run(file, "\(tool) fault list; exit 4")
        #expect(later.output == "no faults\n")
        #expect(!later.errors.contains("_storeKitErrors"))
    }

    @Test("What is told names the member, and what to do instead")
    func unmet() throws {
        var settings = ConfigurationSettings()
        settings.storefront = "USA"
        settings.simulatedFailures = [failure("Purchase", "generic", 1)]
        #expect(UnmetSetting.all(in: settings).isEmpty)
        settings.storefront = "ATA"
        settings.simulatedFailures += [
            failure("Load Products", "generic", 3), failure("Verification", "verification", 0),
        ]
        let told = UnmetSetting.all(in: settings)
        #expect(
            told.map(\.member) == [
                "settings._storefront", "settings._storeKitErrors[1]", "settings._storeKitErrors[2]",
            ]
        )
        let words = [
            "`purser store settings storefront=CODE`", "`purser store fault set productRequestFails", "SKTestSession",
        ]
        for (setting, word) in zip(told, words) { #expect(setting.reason.contains(word), "\(setting)") }
    }
}
