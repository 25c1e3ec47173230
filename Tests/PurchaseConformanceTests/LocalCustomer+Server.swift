import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import Locking
import PurchaseConformance
import PurchaseServerClient
import SwiftyStoreKit
import TestSupport

extension LocalCustomer {
    func launchWithServer() async throws -> any PurchaseApp {
        let client = try launchClient()
        var configuration = harness.server.configuration(store, transport: line, storage: storage)
        // A call asks again, and what it waits for that goes by at once, up to the deadline.
        configuration.limits = RequestLimits(timeout: 600, totalTimeout: 1_200)
        configuration.uptime = { [line] in line.traffic.waited }
        configuration.sleep = { [line] seconds in line.wait(seconds) }
        let validator = try localValidator()
        configuration.device =
            harness.storeKit == .storeKit2
            ? .signedTransactions(harness.verifier, of: client) : .receipt(validator, of: client)
        return ClientApp(
            client: client,
            delivery: .delivers,
            verifier: harness.verifier,
            server: configuration,
            retry: DeliveryRetry(firstDelay: 0.01, factor: 1, maximumDelay: 0.01)
        )
    }

    func account(_ name: String) -> String { "\(name) of \(account)" }

    func served(_ account: String) async throws -> [String: Int] {
        try await harness.server.products(of: account, store)
    }

    func traffic() async throws -> ServerTraffic { line.traffic }

    func receiptChecks() async throws -> Int { state.withLock { $0.receiptChecks } }

    private func localValidator() throws -> LocalReceiptValidator {
        LocalReceiptValidator(
            bundleID: SampleShop.app.bundleID,
            deviceIdentifiers: [try SampleShop.device()],
            policy: store.trustPolicy,
            now: { [store] in store.now }
        )
    }

    /// Checks receipts as an app does, unless they are to be refused.
    func receiptValidator() throws -> any ReceiptValidator & Sendable {
        MoodyValidator(validator: try localValidator()) { [weak self] in
            self?.state.withLock { state in
                state.receiptChecks += 1
                return state.receiptsAreRefused
            } ?? false
        }
    }
}

/// Refuses receipts that are good.
private struct MoodyValidator: ReceiptValidator {
    let validator: LocalReceiptValidator
    /// Counts, and says whether this one is refused.
    let isRefused: @Sendable () -> Bool

    func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
        guard isRefused() else { return validator.validate(receiptData: receiptData, completion: completion) }
        completion(.error(error: .receiptInvalid(receipt: [:], status: .receiptCouldNotBeAuthenticated)))
    }
}
