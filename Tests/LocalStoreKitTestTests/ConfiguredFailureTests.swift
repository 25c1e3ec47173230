import AppStoreModels
import Foundation
import LocalStoreKit
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalStoreKitTest

/// The failures that Xcode writes into a configuration file are those that a session begins with.
@Suite("Failures of the configuration file")
struct ConfiguredFailureTests {
    private func session(_ name: String, _ kind: String, _ index: Int, enabled: Bool = true) throws -> SKTestSession {
        var configuration = try StoreConfiguration(contentsOf: TestBench.catalogue)
        configuration.settings.simulatedFailures = [
            ConfiguredFailure(json: [
                "name": .string(name), "enabled": .bool(enabled),
                "current": ["type": .string(kind), "index": .number(JSONNumber(index))],
            ])
        ]
        return try LocalDevice.isolated {
            try SKTestSession(configuration: configuration, options: TestBench.options())
        }
    }

    @Test("Each kind of number is the case at that place of StoreKit's enumeration")
    func places() async throws {
        let refused = try session("Purchase", "purchase", 1)
        #expect(await refused.simulatedError(forAPI: .purchase) == .purchase(.productUnavailable))
        let generic = try session("Purchase", "generic", 5)
        #expect(await generic.simulatedError(forAPI: .purchase) == .generic(.notEntitled))
        let unverified = try session("Verification", "verification", 0)
        #expect(await unverified.simulatedError(forAPI: .verification) == .verification(.revokedCertificate))
        let refund = try session("Refund Request Sheet", "refund request", 0)
        #expect(await refund.simulatedError(forAPI: .refundRequest) == .refundRequest(.duplicateRequest))
        let products = try session("Load Products", "generic", 4)
        #expect(await products.simulatedError(forAPI: .loadProducts) == .generic(.notAvailableInStorefront))
    }

    @Test("Every name that Xcode writes is an API", arguments: ConfiguredFailure.knownNames)
    func names(name: String) throws {
        let kind = name == "Verification" ? "verification" : "generic"
        let session = try session(name, kind, 1)
        #expect(session.state.withLock { $0.simulatedErrors.count } == 1)
    }

    @Test(
        "What is switched off, or means nothing, lets nothing fail",
        arguments: [
            ("Purchase", "generic", 1, false), ("Purchase", "generic", 99, true), ("Purchase", "weather", 0, true),
            ("Weather", "generic", 0, true), ("Verification", "generic", 0, true), ("Purchase", "generic", -1, true),
        ]
    )
    func nothing(name: String, kind: String, index: Int, enabled: Bool) throws {
        let session = try session(name, kind, index, enabled: enabled)
        #expect(session.state.withLock { $0.simulatedErrors.isEmpty })
    }

    @Test("Resetting takes them again")
    func resetting() async throws {
        let session = try session("Purchase", "purchase", 1)
        try await session.setSimulatedError(nil, forAPI: .purchase)
        #expect(await session.simulatedError(forAPI: .purchase) == nil)
        session.resetToDefaultState()
        #expect(await session.simulatedError(forAPI: .purchase) == .purchase(.productUnavailable))
    }
}
