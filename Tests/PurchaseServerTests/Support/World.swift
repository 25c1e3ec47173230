import AppReceipt
import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import Hummingbird
import HummingbirdTesting
import Locking
import Logging
import TestSupport

@testable import PurchaseServer

/// A purchase server with an App Store, a clock and a folder of its own.
struct World {
    let store = FakeAppStore()
    private let scratch: TemporaryFolder
    let clock = Locked(TestAuthority.signingDate)
    var configuration: PurchaseServerConfiguration

    init() throws {
        scratch = try TemporaryFolder()
        configuration = try Self.configuration(folder: scratch.url, store: store, clock: clock)
    }

    static func configuration(
        folder: URL,
        store: FakeAppStore,
        clock: Locked<Date>
    ) throws -> PurchaseServerConfiguration {
        var configuration = PurchaseServerConfiguration(
            databaseFile: folder.appendingPathComponent("purchases.sqlite"),
            apps: [AppIdentity(bundleID: SampleReceipt.bundleID)],
            now: { clock.withLock { $0 } }
        )
        configuration.trustPolicy = try TestAuthority.policy
        configuration.sharedSecret = AppSharedSecret("hush")
        configuration.transport = store
        configuration.retryPolicy = .never
        configuration.sleep = { _ in }
        configuration.demandsKeys = false
        // However slow this machine is: an upload waits until the App Store has answered.
        configuration.patienceTimer = { _ in try await Task.sleep(for: .seconds(86_400)) }
        configuration.pollInterval = nil
        configuration.logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        return configuration
    }

    var now: Date { clock.withLock { $0 } }

    func advance(days: Double) { clock.withLock { $0 += days * 86_400 } }

    func server() throws -> PurchaseServerApplication { try PurchaseServerApplication(configuration: configuration) }

    /// Has the server listen at any free port, tell no webhooks and repair nothing. The services that run then rest between two
    /// looks.
    mutating func prepareToListen() {
        configuration.port = 0
        configuration.webhookInterval = nil
        configuration.repairInterval = nil
        configuration.sleep = { try await Task.sleep(for: .seconds($0)) }
    }

    var folder: URL { scratch.url }

    /// Sends requests to a fresh server over the same data.
    func test(_ body: @Sendable @escaping (any TestClientProtocol, PurchaseServerApplication) async throws -> Void)
        async throws
    {
        let server = try server()
        try await Application(router: server.router).test(.router) { try await body($0, server) }
    }

    /// An answer about the subscription of ``SampleReceipt`` and its non-consumable.
    ///
    /// - Parameters:
    ///   - periods: How many periods of 30 days were paid.
    ///   - change: What else is different about the last period.
    func answer(periods: Int = 1, _ change: (inout VerifyReceiptTransaction) -> Void = { _ in })
        -> VerifyReceiptResponse
    {
        var response = VerifyReceiptResponse()
        response.status = .valid
        response.environment = .sandbox
        var receipt = VerifyReceiptAppReceipt()
        receipt.bundleID = SampleReceipt.bundleID
        receipt.receiptCreationDate = TestAuthority.signingDate
        receipt.requestDate = now
        var pro = VerifyReceiptTransaction()
        pro.transactionID = "1000"
        pro.originalTransactionID = "1000"
        pro.productID = "com.example.app.pro"
        pro.purchaseDate = TestAuthority.signingDate
        receipt.inApp = [pro]
        response.receipt = receipt
        var info = (0..<periods).map(period)
        if !info.isEmpty { change(&info[info.count - 1]) }
        response.latestReceiptInfo = info
        response.latestReceipt = (try? SampleReceipt.signed { $0.opaqueValue = [UInt8(periods)] })?
            .base64EncodedString()
        return response
    }

    private func period(_ number: Int) -> VerifyReceiptTransaction {
        var transaction = VerifyReceiptTransaction()
        transaction.transactionID = "\(2001 + number)"
        transaction.originalTransactionID = "2000"
        transaction.productID = "com.example.app.monthly"
        transaction.purchaseDate = TestAuthority.signingDate + Double(number) * 30 * 86_400
        transaction.expiresDate = TestAuthority.signingDate + Double(number + 1) * 30 * 86_400
        return transaction
    }
}
