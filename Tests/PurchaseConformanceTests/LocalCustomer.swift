import AppReceipt
import AppStoreModels
import AppStoreTrust
import Crypto
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import PurchaseConformance
import SwiftyStoreKit
import TestSupport

/// A customer of the local store.
final class LocalCustomer: PurchaseCustomer {
    let harness: LocalHarness
    let account: String
    private let receipt: TemporaryFolder
    let state = Locked(State())
    /// To the developer's server.
    let line = ServerLine()
    /// Where the app keeps who uses it, and the server's last word.
    let storage = MemoryStorage()

    struct State: Sendable {
        var settings = LocalDeviceSettings()
        var launch: Launch?
        var signIns = 0
        /// Whether products cannot be asked for.
        var productsFail = false
        /// How often receipts were checked, and whether they are refused.
        var receiptChecks = 0
        var receiptsAreRefused = false
    }

    struct Launch: Sendable {
        let device: LocalDevice
        let client: StoreClient
        let queues: [DispatchQueue]
    }

    init(harness: LocalHarness, account: String, receipt: TemporaryFolder) {
        self.harness = harness
        self.account = account
        self.receipt = receipt
        set { settings in
            settings.failure = { [weak self] operation in self?.failure(of: operation) }
        }
    }

    /// Notes who is asked to sign in, and lets requests for products fail.
    private func failure(of operation: StoreOperation) -> (any Error)? {
        state.withLock { state in
            if operation == .restore || operation == .receiptRefresh { state.signIns += 1 }
            return operation == .products && state.productsFail ? SKError(.cloudServiceNetworkConnectionFailed) : nil
        }
    }

    func signIns() async throws -> Int { state.withLock { $0.signIns } }

    func sign(_ offer: String, of productID: String) async throws -> SignedOffer {
        let (nonce, timestamp) = (UUID(), Int(store.now.timeIntervalSince1970 * 1_000))
        let text = SampleShop.offerText(
            product: productID,
            offer: offer,
            customer: nil,
            nonce: nonce,
            timestamp: timestamp
        )
        return SignedOffer(
            id: offer,
            keyID: SampleShop.offerKeyID,
            nonce: nonce,
            timestamp: timestamp,
            signature: try harness.key.signature(for: Data(text.utf8)).derRepresentation
        )
    }

    var store: LocalAppStore { harness.store }

    func launch(_ delivery: DeliveryAnswer?) async throws -> any PurchaseApp {
        ClientApp(
            client: try launchClient(),
            delivery: delivery,
            verifier: harness.verifier,
            receipts: try receiptValidator()
        )
    }

    /// The app is launched on a device that it is launched on every time.
    func launchClient() throws -> StoreClient {
        let queues = [DispatchQueue(label: "work"), DispatchQueue(label: "callbacks")]
        let device = try device(work: CallbackQueue(queues[0]), callbacks: CallbackQueue(queues[1]))
        device.settings = state.withLock { $0.settings }
        let client = StoreClient(device: device, storeKit: harness.storeKit)
        state.withLock { $0.launch = Launch(device: device, client: client, queues: queues) }
        return client
    }

    private func device(work: CallbackQueue, callbacks: CallbackQueue) throws -> LocalDevice {
        let receiptURL = receipt.file("StoreKit/sandboxReceipt")
        guard let url = harness.url else {
            return try LocalDevice(
                store: store,
                account: account,
                identifier: try SampleShop.device(),
                receiptURL: receiptURL,
                callbacks: callbacks,
                work: work
            )
        }
        let pauses = DispatchQueue(label: "reconnect")
        return LocalDevice(
            storeURL: url,
            transport: FutureTransport(),
            account: account,
            identifier: try SampleShop.device(),
            receiptURL: receiptURL,
            callbacks: callbacks,
            work: work,
            retry: CallbackQueue(pauses),
            timeout: 600
        )
    }

    func unfinished() async throws -> [String] {
        store.unfinishedTransactions(account: account).filter { $0.revocationDate == nil }.map(\.productID)
    }

    func settle() async {
        guard let launch = state.withLock({ $0.launch }) else { return }
        for _ in 0..<6 {
            for queue in launch.queues {
                await withCheckedContinuation { done in queue.async { done.resume() } }
            }
            for _ in 0..<16 { await Task.yield() }
        }
        // A question to the store and back: whatever it said before has been heard.
        _ = await launch.client.retrieveProductsInfo([SampleShop.seeds])
        for queue in launch.queues {
            await withCheckedContinuation { done in queue.async { done.resume() } }
        }
    }

    func happen(_ event: StoreHappening) async throws {
        switch event {
        case .cancelling(let isOn): set { $0.paymentSheet = { _ in isOn ? .cancel : .confirm } }
        case .refusingToSignIn: set { $0.signsIn = false }
        case .waitingForApproval(let isOn):
            try store.setRules(AccountRules(requiresApproval: isOn), account: account)
        case .approval: _ = try store.approve(attempt: try waiting())
        case .refusal: try store.decline(attempt: try waiting())
        case .errorAfterCharge(let asCancelled):
            let kind: StoreFault.Kind = asCancelled ? .cancelledAfterSuccess : .chargeThenError
            try store.setFault(StoreFault(kind, times: 1, accountID: account))
        case .failing(let reason): set { $0.paymentSheet = { _ in reason.map { .fail(SKError($0.code)) } ?? .confirm } }
        case .refund(let productID): try store.refund(transactionID: try last(productID).transactionID)
        case .purchaseElsewhere(let productID): _ = try store.buy(productID: productID, account: account)
        case .renewal: try store.forceRenewal(originalTransactionID: try subscription())
        case .expiry: try store.expire(originalTransactionID: try subscription())
        case .duplicate: try store.setFault(StoreFault(.duplicateDelivery, times: 1, accountID: account))
        case .badSignatures(let isOn): set { $0.verificationFailure = { isOn ? .invalidSignature : nil } }
        case .storefront(let code): try store.setStorefront(code, account: account)
        case .storefrontDuringPurchase(let code):
            let parameters = StoreFault.Parameters(storefront: code)
            try store.setFault(StoreFault(.storefrontSwitch, times: 1, accountID: account, parameters: parameters))
        case .server(let mood):
            // Two things that happen are never at one moment.
            try store.advance(by: 1)
            line.set(mood)
        case .receiptMissing(true): try store.setFault(StoreFault(.receiptMissing, accountID: account))
        case .receiptMissing(false): try store.clearFaults()
        case .receiptsRefused(let isOn): state.withLock { $0.receiptsAreRefused = isOn }
        case .failingProducts(let isOn): state.withLock { $0.productsFail = isOn }
        case .refundSheet(let asks): set { $0.refundSheet = { _ in asks ? .submit(.other) : .cancel } }
        case .promotion(let productID): try store.promotePurchase(productID: productID, account: account)
        case .offline(true): try store.setFault(StoreFault(.offline, accountID: account))
        case .offline(false): try store.clearFaults()
        default: try await happenLater(event)
        }
    }

    /// What concerns subscriptions, families and what is for sale.
    private func happenLater(_ event: StoreHappening) async throws {
        switch event {
        case .renewing(let isOn): try store.setAutoRenew(isOn, originalTransactionID: try subscription())
        case .billingProblem(let withGrace):
            try store.updateSettings { $0.billingGracePeriodEnabled = withGrace }
            try store.setRules(AccountRules(renewalChargesFail: true), account: account)
            let end = try store.subscription(try subscription()).expiresDate
            try store.advance(to: end.addingTimeInterval(60))
        case .billingSolved:
            try store.setRules(AccountRules(), account: account)
            try store.resolveBilling(originalTransactionID: try subscription())
        case .refundOfTheFirstPeriod: try store.refund(transactionID: try subscription())
        case .refundReversed(let productID): try store.reverseRefund(transactionID: try last(productID).transactionID)
        case .sharedByFamily(let productID): try share(productID)
        case .leavingFamily: try store.leaveFamily(account: account)
        case .sharingEnded(let productID):
            try store.setFamilySharing(false, originalTransactionID: try last(productID).originalTransactionID)
        case .code(let productID):
            let code = "CODE\(account.uppercased())"
            try store.createCustomCode(code, productID: productID, referenceName: "Gift")
            try store.redeemCode(code, account: account)
        case .interrupting(let isOn): try store.updateSettings { $0.interruptedPurchasesEnabled = isOn }
        case .interruptionSolved:
            try store.updateSettings { $0.interruptedPurchasesEnabled = false }
            guard let attempt = store.attempts.last(where: { $0.status == .interrupted }) else { throw Nothing() }
            try store.resolveInterruption(attempt: attempt.id)
        case .withdrawn(let productID):
            try store.updateSettings { $0.withdrawnProductIDs = [productID] }
        default: throw Nothing()
        }
    }

    func relative() async throws -> any PurchaseCustomer {
        let relative = "relative-\(account)"
        try store.createAccount(id: relative)
        try store.createFamily(id: "family-\(account)", organizer: account)
        try store.joinFamily(id: "family-\(account)", account: relative)
        return LocalCustomer(harness: harness, account: relative, receipt: try TemporaryFolder())
    }

    private func share(_ productID: String) throws {
        let relative = "relative-\(account)"
        try store.createAccount(id: relative)
        try store.createFamily(id: "family-\(account)", organizer: relative)
        try store.joinFamily(id: "family-\(account)", account: account)
        try store.buy(productID: productID, account: relative)
    }

    /// The device and the customer behave so from now on, also after another launch.
    private func set(_ change: (inout LocalDeviceSettings) -> Void) {
        state.withLock { state in
            change(&state.settings)
            state.launch?.device.settings = state.settings
        }
    }

    private struct Nothing: Error {}

    private func waiting() throws -> String {
        guard let attempt = store.attempts.last(where: { $0.status == .waitingForApproval }) else { throw Nothing() }
        return attempt.id
    }

    private func last(_ productID: String) throws -> StoreTransaction {
        guard let found = store.transactions(account: account).last(where: { $0.productID == productID }) else {
            throw Nothing()
        }
        return found
    }

    private func subscription() throws -> String {
        guard let found = store.subscriptions(account: account).first else { throw Nothing() }
        return found.originalTransactionID
    }
}

extension PurchaseFailureReason {
    fileprivate var code: SKError.Code {
        switch self {
        case .cancelled: .paymentCancelled
        case .notAllowed: .paymentNotAllowed
        case .unavailable: .storeProductNotAvailable
        case .invalid: .paymentInvalid
        case .offer: .ineligibleForOffer
        case .network: .cloudServiceNetworkConnectionFailed
        case .other: .unknown
        }
    }
}
