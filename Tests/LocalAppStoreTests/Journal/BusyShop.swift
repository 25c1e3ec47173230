import AppStoreModels
import Foundation

@testable import LocalAppStore

/// The flower shop with something of everything that a store writes down.
enum BusyShop {
    private static let image = UUID(uuidString: "00000000-0000-4000-8000-00000000000a") ?? UUID()
    private static let message = UUID(uuidString: "00000000-0000-4000-8000-000000000001") ?? UUID()
    private static let next = UUID(uuidString: "00000000-0000-4000-8000-000000000002") ?? UUID()

    static func engine() throws -> StoreEngine {
        var engine = try made()
        _ = engine.takeEvents()
        return engine
    }

    /// What happened there, in order.
    static func events() throws -> [StoreEvent] {
        var engine = try made()
        return engine.takeEvents()
    }

    private static func made() throws -> StoreEngine {
        var engine = try Shop.engine()
        try setRules(&engine)
        try setFaults(&engine)
        let seeds = try engine.buy(Shop.seeds, quantity: 3)
        _ = try engine.buy(Shop.posy)
        try engine.createAccount(id: "fern")
        try engine.createFamily(id: "bloom", organizer: Shop.flora)
        try engine.joinFamily(id: "bloom", account: "fern")
        var asking = PurchaseRequest(productID: Shop.greenhouse, accountID: "fern")
        asking.simulatesAskToBuy = true
        _ = try engine.purchase(asking)
        try engine.createExternalPurchaseToken(.services, account: Shop.flora, isSandbox: true)
        try uploadMessage(&engine)
        try engine.advance(to: "2026-03-05T00:00:00Z")
        let house = try engine.buy(Shop.greenhouse)
        try engine.refund(transactionID: house.transactionID, reason: .other, percentage: 40_000)
        try engine.requestRefund(transactionID: seeds.transactionID)
        let answer = StoreConsumptionAnswer(refundPreference: .grantProrated, consumptionPercentage: 25_000)
        try engine.reportConsumption(transactionID: seeds.transactionID, answer)
        try engine.extendAll(massExtension("storm"))
        return engine
    }

    private static func setRules(_ engine: inout StoreEngine) throws {
        var settings = engine.settings
        settings.renewalLimit = 12
        settings.winBackRules = ["return": WinBackRule(minimumPaidMonths: 3)]
        settings.priceOverrides = ["USA": [Shop.seeds: StorePrice(amount: 1.5, currency: "USD")]]
        try engine.setSettings(settings)
        try engine.setPerformanceTestPlan(PerformanceTestPlan())
    }

    private static func setFaults(_ engine: inout StoreEngine) throws {
        let faults = [
            StoreFault(.finishLate, times: 2, parameters: .init(seconds: 60)),
            StoreFault(.clockJump, parameters: .init(seconds: -60)),
            StoreFault(.apiError, parameters: .init(rate: 0.5, errorCode: 4_040_010)),
            StoreFault(.serverError, parameters: .init(status: 503)),
            StoreFault(.receiptStatus, parameters: .init(status: 21_005)),
            StoreFault(.serverSlow, parameters: .init(seconds: 5)),
            StoreFault(.notificationLost, parameters: .init(attempts: 2)),
            StoreFault(.notificationLate, parameters: .init(seconds: 30)),
            StoreFault(.notificationMisdated, parameters: .init(seconds: -30)),
        ]
        for fault in faults { try engine.setFault(fault) }
        callServer(&engine)
    }

    /// Asks the servers that faults strike.
    private static func callServer(_ engine: inout StoreEngine) {
        for (method, path) in [("GET", "/inApps/v1/transactions/1"), ("POST", "/verifyReceipt")] {
            if let call = AppStoreCall(method: method, path: path) { _ = engine.strike(call) }
        }
    }

    private static func uploadMessage(_ engine: inout StoreEngine) throws {
        let content = RetentionImageContent(width: 1, height: 1, byteCount: 70, digest: "00")
        try engine.uploadImage(image, size: .fullSize, content: content)
        try engine.uploadMessage(
            message,
            RetentionMessageContent(
                header: "Stay",
                body: "Roses next week",
                image: RetentionMessageContent.Picture(imageID: image, altText: "A rose")
            )
        )
    }

    private static func massExtension(_ name: String) -> MassExtension {
        MassExtension(requestIdentifier: name, productID: Shop.posy, extendByDays: 10)
    }

    /// Uses an engine as a store does; whatever it refuses is well, as long as it says so.
    static func use(_ engine: inout StoreEngine) {
        _ = try? engine.handle(.createAccount(id: "rose", storefront: nil))
        for account in [Shop.flora, "fern", "rose"] {
            for product in [Shop.seeds, Shop.posy, Shop.bouquet] {
                _ = try? engine.handle(.purchase(PurchaseRequest(productID: product, accountID: account)))
            }
            _ = try? engine.handle(.restore(account: account, applicationUsername: nil))
        }
        for attempt in engine.attempts { _ = try? engine.handle(.approve(attempt: attempt.id)) }
        callServer(&engine)
        useMessages(&engine)
        // A bent time rate may make a year very long.
        for step in [40.0, 365] {
            _ = try? engine.advance(to: engine.now.addingTimeInterval(step * 86_400), atMost: 60)
        }
        for request in engine.refundRequests { _ = try? engine.handle(.settleRefund(transactionID: request.id)) }
        for account in engine.accounts {
            for transaction in engine.transactions(account: account.id).prefix(8) {
                _ = try? engine.handle(.finish(transactionID: transaction.transactionID))
                _ = try? engine.handle(.refund(transactionID: transaction.transactionID, reason: .other))
                _ = try? engine.handle(.reverseRefund(transactionID: transaction.transactionID))
            }
            _ = engine.eligibleWinBackOfferIDs(account: account.id, groupID: "flower-club")
        }
        _ = try? engine.handle(.extendAll(massExtension("flood")))
        for chain in engine.subscriptions {
            for command: EngineCommand in [
                .extendRenewal(originalTransactionID: chain.id, days: 90),
                .forceRenewal(originalTransactionID: chain.id),
                .requestPriceIncrease(originalTransactionID: chain.id, price: 20, needsConsent: false),
                .expire(originalTransactionID: chain.id),
            ] { _ = try? engine.handle(command) }
        }
        _ = engine.takeEvents()
    }

    /// Uses images once more, and once less.
    private static func useMessages(_ engine: inout StoreEngine) {
        for known in engine.retentionMessages {
            try? engine.uploadMessage(next, known.content)
            try? engine.deleteMessage(known.id)
        }
        try? engine.deleteMessage(next)
        try? engine.deleteImage(image)
    }
}
