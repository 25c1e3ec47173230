import Foundation

/// A store in memory, as small as one can be of which all behaviours hold: what the suite itself is tried on.
actor FakeStore {
    struct Entry: Sendable {
        var purchase: DeliveredPurchase
        var isFinished = false
        var isRevoked = false
        var isSigned = true
        var hasExpired = false
    }

    let shop: ConformanceShop
    private(set) var entries: [Entry] = []
    private var waiting: [DeliveredPurchase] = []
    private var nextNumber = 1
    private weak var app: FakeApp?

    var isCancelling = false
    var signsIn = true
    var waitsForApproval = false
    var errorAfterCharge: Bool?
    var failure: PurchaseFailureReason?
    var comesTwice = false
    var signaturesHold = true

    init(_ shop: ConformanceShop) { self.shop = shop }

    func attach(_ app: FakeApp?) { self.app = app }

    var sold: [String] { [shop.consumable, shop.nonConsumable, shop.subscription] }

    var unfinished: [Entry] { entries.filter { !$0.isFinished } }

    /// Buys; what the device is told.
    func buy(_ productID: String, quantity: Int, account: UUID?) -> BuyingOutcome {
        guard sold.contains(productID) else { return .failed(.unavailable, mayHaveBeenCharged: false) }
        guard quantity > 0 else { return .failed(.invalid, mayHaveBeenCharged: false) }
        if isCancelling { return .failed(.cancelled, mayHaveBeenCharged: false) }
        if let failure { return .failed(failure, mayHaveBeenCharged: failure == .network) }
        let purchase = make(productID, quantity, account)
        if waitsForApproval {
            waiting.append(purchase)
            return .pending
        }
        entries.append(Entry(purchase: purchase, isSigned: signaturesHold))
        if let asCancelled = errorAfterCharge {
            errorAfterCharge = nil
            return .failed(asCancelled ? .cancelled : .other, mayHaveBeenCharged: !asCancelled)
        }
        return signaturesHold ? .bought(purchase) : .failed(.other, mayHaveBeenCharged: true)
    }

    private func make(_ productID: String, _ quantity: Int = 1, _ account: UUID? = nil) -> DeliveredPurchase {
        defer { nextNumber += 1 }
        return DeliveredPurchase(
            productID: productID,
            transactionID: String(nextNumber),
            quantity: quantity,
            account: account,
            jws: "header.\(nextNumber).signature"
        )
    }

    /// How often the device is shown a purchase.
    func takeCopies() -> Int {
        defer { comesTwice = false }
        return comesTwice ? 2 : 1
    }

    func restore() -> RestoreOutcome {
        guard signsIn else { return .failed(.cancelled) }
        let owned = entries.filter { $0.isFinished && !$0.isRevoked && $0.purchase.productID != shop.consumable }
        return .restored(
            owned.map { entry in
                var copy = make(entry.purchase.productID)
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

    var owned: Set<String> {
        let valid = entries.filter { !$0.isRevoked && !$0.hasExpired && $0.isSigned }
        return Set(valid.map(\.purchase.productID)).subtracting([shop.consumable])
    }

    func happen(_ event: StoreHappening) async {
        switch event {
        case .cancelling(let isOn): isCancelling = isOn
        case .refusingToSignIn: signsIn = false
        case .waitingForApproval(let isOn): waitsForApproval = isOn
        case .approval:
            entries += waiting.map { Entry(purchase: $0) }
            waiting = []
            await app?.wake()
        case .refusal: waiting = []
        case .errorAfterCharge(let asCancelled): errorAfterCharge = asCancelled
        case .failing(let reason): failure = reason
        case .refund(let productID):
            for index in entries.indices where entries[index].purchase.productID == productID {
                entries[index].isRevoked = true
            }
            await app?.lose(productID)
        case .purchaseElsewhere(let productID):
            entries.append(Entry(purchase: make(productID)))
            await app?.wake()
        case .renewal:
            entries.append(Entry(purchase: make(shop.subscription)))
            await app?.wake()
        case .expiry:
            for index in entries.indices where entries[index].purchase.productID == shop.subscription {
                entries[index].hasExpired = true
            }
        case .duplicate: comesTwice = true
        case .badSignatures(let isOn): signaturesHold = !isOn
        }
    }
}
