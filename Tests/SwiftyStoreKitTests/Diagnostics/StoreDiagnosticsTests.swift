import Foundation
import LocalAppStore
import LocalStoreKit
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Why products do not come", .timeLimit(.minutes(15)))
struct StoreDiagnosticsTests {
    /// An app that asked for two products, of a store that has as many as said.
    fileprivate static func facts(found: Int = 0, _ change: (inout StoreFacts) -> Void = { _ in }) -> StoreFacts {
        var facts = StoreFacts(requestedIDs: ["app.seeds", "app.posy"], foundIDs: [])
        facts.foundIDs = Set(facts.requestedIDs.prefix(found))
        (facts.bundleID, facts.signedBundleID) = ("com.example.app", "com.example.app")
        (facts.storefront, facts.environment) = ("USA", "Sandbox")
        change(&facts)
        return facts
    }

    /// Facts, and the names of what is found.
    struct Case: Sendable, CustomTestStringConvertible {
        let facts: StoreFacts
        let expected: [String]

        init(_ expected: [String], found: Int = 0, _ change: (inout StoreFacts) -> Void = { _ in }) {
            facts = StoreDiagnosticsTests.facts(found: found, change)
            self.expected = expected
        }

        /// On a system.
        init(_ expected: [String], _ name: String, _ major: Int, _ minor: Int, isSimulator: Bool) {
            self.init(expected) { facts in
                facts.system = StoreFacts.System(name: name, major: major, minor: minor, isSimulator: isSimulator)
            }
        }

        var testDescription: String { expected.joined(separator: " ") }
    }

    static let cases: [Case] = [
        Case(["fine"], found: 2), Case(["unknown-identifiers"], found: 1), Case(["agreement", "unknown-identifiers"]),
        Case(["nothing-asked"]) { $0.requestedIDs = [] },
        Case(["store-not-reached"]) { $0.failure = .network("timed out") },
        Case(["store-failed"]) { $0.failure = .system("daemon") },
        Case(["not-in-storefront"]) { $0.failure = .storefront },
        Case(["not-entitled"]) { $0.failure = .notEntitled },
        Case(["payments-not-allowed"], found: 2) { $0.canMakePayments = false },
        Case(["no-storefront"], found: 2) { $0.storefront = nil },
        Case(["no-bundle"], found: 2) { $0.bundleID = nil },
        Case(["bundle-mismatch", "agreement", "unknown-identifiers"]) { $0.signedBundleID = "com.other" },
        Case(["not-in-configuration", "configuration-not-attached", "agreement", "unknown-identifiers"]) {
            $0.configuredIDs = ["app.seeds"]
        },
        Case(["not-in-configuration", "unknown-identifiers"]) {
            $0.configuredIDs = []
            $0.environment = "Xcode"
        },
        Case(["simulator-bug", "agreement", "unknown-identifiers"], "iOS", 18, 4, isSimulator: true),
        Case(["simulator-bug", "agreement", "unknown-identifiers"], "iOS", 26, 0, isSimulator: true),
        Case(["agreement", "unknown-identifiers"], "iOS", 18, 3, isSimulator: true),
        Case(["agreement", "unknown-identifiers"], "iOS", 26, 1, isSimulator: false),
        Case(["agreement", "unknown-identifiers"], "iOS", 27, 0, isSimulator: true),
    ]

    @Test("Each cause has a name, in the order in which one should look", arguments: cases)
    func causes(instance: Case) {
        let diagnostics = StoreDiagnostics(instance.facts)
        #expect(diagnostics.findings.map(\.id) == instance.expected)
        #expect(diagnostics.isFine == (instance.expected == ["fine"]))
        for finding in diagnostics.findings {
            #expect(finding.cause.hasSuffix("."))
            #expect(finding.nextStep.hasSuffix("."))
            #expect(diagnostics.text.contains(finding.nextStep))
        }
    }

    @Test func `Identifiers that are almost right are named, with the right one`() {
        let diagnostics = StoreDiagnostics(
            Self.facts(found: 2) { $0.requestedIDs += ["App.Seeds", " app.posy", "", "other"] }
        )
        #expect(
            diagnostics.findings.map(\.id) == [
                "identifier-case", "identifier-has-spaces", "identifier-has-spaces", "unknown-identifiers",
            ]
        )
        #expect(diagnostics.findings.first?.nextStep == "Write it as the store does: app.seeds.")
        #expect(diagnostics.findings.last?.productIDs == ["other"])
    }

    @Test func `The worst comes first`() {
        let diagnostics = StoreDiagnostics(
            Self.facts { ($0.storefront, $0.configuredIDs) = (nil, ["app.seeds", "app.posy"]) }
        )
        #expect(diagnostics.findings.map(\.severity) == diagnostics.findings.map(\.severity).sorted(by: >))
        #expect(diagnostics.findings.first?.id == "configuration-not-attached")
    }

    @Test func `The text says what was asked, and each cause with its next step`() {
        let text = StoreDiagnostics(Self.facts(found: 1)).text
        let lines = text.split(separator: "\n")
        #expect(
            lines.first
                == "1 of 2 products found, app com.example.app, environment Sandbox, storefront USA"
        )
        #expect(lines.contains("  products: app.posy"))
        #expect(lines.last?.hasPrefix("  next: Compare the identifiers") == true)
    }

    @Test(
        "The daemon that iOS 18.0 to 18.3 lose has an advice of its own",
        arguments: [(18, 0, true), (18, 3, true), (18, 4, false), (17, 9, false), (26, 0, false)]
    )
    func daemon(major: Int, minor: Int, isBug: Bool) {
        let diagnostics = StoreDiagnostics(
            Self.facts {
                $0.failure = .system("interrupted")
                $0.system = .init(name: "iOS", major: major, minor: minor, isSimulator: false)
            }
        )
        #expect(diagnostics.findings.first?.nextStep.contains("18.0 to 18.3.2") == isBug)
    }

    // MARK: On a store

    private func run(_ bench: ModernBench, _ identifiers: [String]) async -> StoreDiagnostics {
        await bench.app { await StoreDiagnostics.run(for: identifiers, bundleID: SampleShop.app.bundleID) }
    }

    @Test func `A store that has everything is fine`() async throws {
        let diagnostics = await run(try ModernBench(), [SampleShop.seeds, SampleShop.posy])
        #expect(diagnostics.findings.map(\.id) == ["fine"])
        #expect(diagnostics.facts.storefront == "USA")
        #expect(diagnostics.facts.environment == "Sandbox")
        #expect(diagnostics.facts.signedBundleID == SampleShop.app.bundleID)
    }

    @Test func `A store is asked, and what is wrong with it is found`() async throws {
        let bench = try ModernBench()
        #expect(await run(bench, [SampleShop.seeds, "none"]).findings.map(\.id) == ["unknown-identifiers"])
        #expect(await run(bench, []).findings.map(\.id) == ["nothing-asked"])
        bench.device.settings.canMakePayments = false
        #expect(await run(bench, [SampleShop.seeds]).findings.map(\.id) == ["payments-not-allowed"])
        bench.device.settings.canMakePayments = true
        try bench.store.setFault(StoreFault.KnownBug.emptyProductList.fault(times: 1))
        #expect(await run(bench, [SampleShop.seeds]).findings.map(\.id) == ["agreement", "unknown-identifiers"])
        try bench.store.setFault(StoreFault(.offline))
        #expect(await run(bench, [SampleShop.seeds]).findings.map(\.id).contains("store-not-reached"))
    }

    @Test func `A program of another name than the store's is found out`() async throws {
        let bench = try ModernBench()
        let found = await bench.app { await StoreDiagnostics.run(for: [SampleShop.seeds], bundleID: "com.other.app") }
        #expect(found.findings.map(\.id) == ["bundle-mismatch"])
    }

    @Test func `The file's products are compared with the store's`() async throws {
        let bench = try ModernBench()
        let catalogue = ProductCatalogue([SampleShop.seeds, "app.new"])
        let found = await bench.app {
            await StoreDiagnostics.run(
                for: [SampleShop.seeds, "app.new"],
                configuration: catalogue,
                bundleID: SampleShop.app.bundleID
            )
        }
        #expect(found.findings.map(\.id) == ["configuration-not-attached", "unknown-identifiers"])
    }
}
