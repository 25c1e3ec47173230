import Foundation

/// A store in memory, as small as one can be of which all behaviours hold: what the suite itself is tried on.
actor FakeStore {
    struct Entry: Sendable {
        var purchase: DeliveredPurchase
        var isFinished = false
        var isRevoked = false
        var isSigned = true
    }

    /// A purchase as it was asked for.
    struct Order: Sendable {
        var productID: String
        var quantity = 1
        var account: UUID?
        var offer: OfferUsed?
    }

    let shop: ConformanceShop
    let plans: [String: FakePlan]
    var entries: [Entry] = []
    var waiting: [Order] = []
    /// The customer's own, by group.
    var subscriptions: [String: FakeSubscription] = [:]
    /// What the family shares, by group.
    var shared: [String: FakeSubscription] = [:]
    /// Who has what the customer shares.
    var relative: FakeStore?
    var introduced: Set<String> = []
    var usedSignatures: Set<UUID> = []
    var withdrawn: Set<String> = []
    var promoted: [String] = []
    var signIns = 0
    var server = FakeServer()
    var device = Device()
    var receiptChecks = 0
    var receiptIsMissing = false
    var receiptsAreRefused = false
    private var nextNumber = 1
    private(set) weak var app: FakeApp?

    var isCancelling = false
    var isInterrupting = false
    var signsIn = true
    var waitsForApproval = false
    var errorAfterCharge: Bool?
    var failure: PurchaseFailureReason?
    var comesTwice = false
    var signaturesHold = true
    var productsFail = false
    var asksForRefund = true
    var storefront = "USA"
    var storefrontOfTheNextPurchase: String?

    init(_ shop: ConformanceShop) {
        self.shop = shop
        plans = shop.plans.map(FakePlan.all) ?? [:]
    }

    func attach(_ app: FakeApp?) { self.app = app }

    private var sold: Set<String> {
        Set([shop.consumable, shop.nonConsumable, shop.subscription] + plans.keys).subtracting(withdrawn)
    }

    var unfinished: [Entry] { entries.filter { !$0.isFinished } }

    /// What the app is told of products.
    func products(_ identifiers: Set<String>) -> LoadedProducts {
        if productsFail { return LoadedProducts(items: [], unknown: [], hasFailed: true) }
        let price = storefront == "USA" ? "$1.00" : "1,00 €"
        return LoadedProducts(
            items: identifiers.intersection(sold).sorted().map { .init(id: $0, title: $0, displayPrice: price) },
            unknown: identifiers.subtracting(sold)
        )
    }

    /// Buys; what the device is told.
    func buy(_ order: Order) async -> BuyingOutcome {
        guard sold.contains(order.productID) else { return .failed(.unavailable, mayHaveBeenCharged: false) }
        guard (1...10).contains(order.quantity) else { return .failed(.invalid, mayHaveBeenCharged: false) }
        if isCancelling { return .failed(.cancelled, mayHaveBeenCharged: false) }
        if let failure { return .failed(failure, mayHaveBeenCharged: [.network, .other].contains(failure)) }
        if let other = storefrontOfTheNextPurchase {
            storefrontOfTheNextPurchase = nil
            await move(to: other)
            if await app?.goesOn == false { return .failed(.unavailable, mayHaveBeenCharged: false) }
        }
        if waitsForApproval || isInterrupting {
            waiting.append(order)
            return .pending
        }
        let purchase = complete(order)
        if let asCancelled = errorAfterCharge {
            errorAfterCharge = nil
            return .failed(asCancelled ? .cancelled : .other, mayHaveBeenCharged: !asCancelled)
        }
        return signaturesHold ? .bought(purchase) : .failed(.other, mayHaveBeenCharged: true)
    }

    /// The customer is charged, unless it is theirs already.
    @discardableResult
    func complete(_ order: Order) -> DeliveredPurchase {
        if let plan = plans[order.productID] { return subscribe(plan, order) }
        let own = entries.first { $0.purchase.productID == order.productID && !$0.isRevoked }
        if order.productID == shop.nonConsumable, let own { return own.purchase }
        return add(make(order))
    }

    /// Notes a purchase.
    @discardableResult
    func add(_ purchase: DeliveredPurchase) -> DeliveredPurchase {
        entries.append(Entry(purchase: purchase, isSigned: signaturesHold))
        return purchase
    }

    /// A purchase with a number of its own.
    func make(_ order: Order) -> DeliveredPurchase {
        defer { nextNumber += 1 }
        return DeliveredPurchase(
            productID: order.productID,
            transactionID: String(nextNumber),
            quantity: order.quantity,
            account: order.account,
            jws: "header.\(nextNumber).signature"
        )
    }

    /// How often the device is shown a purchase.
    func takeCopies() -> Int {
        defer { comesTwice = false }
        return comesTwice ? 2 : 1
    }

    func restore() -> RestoreOutcome {
        signIns += 1
        guard signsIn else { return .failed(.cancelled) }
        let owned = entries.filter { $0.isFinished && !$0.isRevoked && $0.purchase.productID != shop.consumable }
        return .restored(
            owned.map { entry in
                var copy = make(Order(productID: entry.purchase.productID))
                copy.originalTransactionID = entry.purchase.transactionID
                return copy
            }
        )
    }

    func finish(_ transactionID: String) {
        for index in entries.indices where entries[index].purchase.transactionID == transactionID {
            entries[index].isFinished = true
        }
    }

    /// What the customer may use.
    var owned: Set<String> {
        let valid = entries.filter { !$0.isRevoked && $0.isSigned }.map(\.purchase)
        let running = subscriptions.values.filter { own in
            own.isEntitled && valid.contains { $0.transactionID == own.transaction }
        }
        return Set(valid.map(\.productID)).subtracting(plans.keys).subtracting([shop.consumable])
            .union((running + shared.values).map(\.plan.productID))
    }

    /// What was taken back, finished or not.
    var takenBack: Set<String> { Set(entries.filter(\.isRevoked).map(\.purchase.productID)) }

    /// The customer is in another storefront.
    func move(to storefront: String) async {
        self.storefront = storefront
        await app?.hear(storefront)
    }

    /// What was begun in the store goes to the app, if it has said whether it wants it.
    func takePromoted() -> [String] {
        defer { promoted = [] }
        return promoted
    }
}
