import AppStoreModels
import Foundation
import OrderedCollections
import StoreConfiguration

// What a customer does about a subscription.

extension StoreEngine {
    mutating func subscribeFirst(_ scene: inout CauseScene) throws(StoreError) {
        var account = try customer(&scene)
        let groups = Set(chains.records(of: account).map(\.groupID))
        let isNew = { (entry: Catalogue.Entry) in entry.subscription.map { !groups.contains($0.groupID) } ?? false }
        let entry: Catalogue.Entry
        if let found = try? product(scene, "a subscription", where: isNew) {
            entry = found
        } else {
            entry = try product(scene, "an auto-renewable subscription") { $0.subscription != nil }
            account = try newCustomer(account, &scene)
        }
        try buyNow(entry.productID, for: account, &scene)
    }

    mutating func subscribeAgain(_ scene: inout CauseScene) throws(StoreError) {
        let account = try customer(&scene)
        var chain: StoreSubscription
        if scene.cause.transactionID == nil,
            let ended = chains.records(of: account).last(where: {
                !$0.isLive && $0.sharing == nil && $0.commerce == nil
            })
        {
            chain = ended
        } else {
            chain = try liveChain(&scene)
            try expire(originalTransactionID: chain.originalTransactionID)
            scene.note("ended subscription \(chain.originalTransactionID)")
        }
        try buyNow(scene.cause.productID ?? chain.productID, for: account, &scene)
    }

    mutating func changeLevel(_ direction: LevelDirection, _ scene: inout CauseScene) throws(StoreError) {
        let (chain, target) = try chain(beside: direction, &scene) { _ in true }
        try choose(target.productID, of: chain, &scene)
    }

    mutating func takeBackDowngrade(_ scene: inout CauseScene) throws(StoreError) {
        let (chain, target) = try chain(beside: .down, &scene) { _ in true }
        try choose(target.productID, of: chain, &scene)
        try choose(chain.productID, of: chain, &scene)
    }

    mutating func toggleAutoRenew(_ isOn: Bool, _ scene: inout CauseScene) throws(StoreError) {
        let chain = try paidChain(&scene)
        let id = chain.originalTransactionID
        if chain.autoRenews == isOn {
            try setAutoRenew(!isOn, originalTransactionID: id)
            scene.note("turned renewal of subscription \(id) " + (isOn ? "off" : "on"))
        }
        try setAutoRenew(isOn, originalTransactionID: id)
        scene.note("turned renewal of subscription \(id) " + (isOn ? "on" : "off"))
    }

    /// Uses an offer with the product of a subscription, or with a higher or lower one of its group.
    mutating func redeemOffer(_ direction: LevelDirection?, _ scene: inout CauseScene) throws(StoreError) {
        let isOffered = { (entry: Catalogue.Entry) in entry.anyOffer != nil }
        let chain: StoreSubscription
        let entry: Catalogue.Entry
        if let direction {
            (chain, entry) = try self.chain(beside: direction, &scene, where: isOffered)
        } else {
            entry = try offeredEntry(&scene, isOffered)
            chain = try paidChain(of: entry.productID, &scene)
        }
        guard let offer = entry.anyOffer else { throw StoreError(.unknownOffer, "\(entry.productID) has no offer") }
        try buyNow(entry.productID, for: chain.accountID, offer: offer, &scene)
    }

    /// A subscription with an offer: the customer's own, where it has one, for another product would change the level.
    private mutating func offeredEntry(
        _ scene: inout CauseScene,
        _ isOffered: (Catalogue.Entry) -> Bool
    ) throws(StoreError) -> Catalogue.Entry {
        if scene.cause.productID == nil, scene.cause.transactionID == nil {
            let account = try customer(&scene)
            let live = chains.records(of: account).last { $0.isLive && $0.sharing == nil && $0.commerce == nil }
            if let own = live.flatMap({ planOnSale($0.productID) }), isOffered(own.entry) { return own.entry }
        }
        if scene.cause.productID == nil, scene.cause.transactionID != nil {
            let chain = try liveChain(&scene)
            if let own = planOnSale(chain.productID), isOffered(own.entry) { return own.entry }
            throw missingPart(scene.cause.name, [chain.productID])
        }
        return try product(scene, "a subscription with a promotional offer or a code for subscribers") {
            $0.subscription != nil && isOffered($0)
        }
    }

    /// A paid subscription to a product.
    private mutating func paidChain(
        of productID: String,
        _ scene: inout CauseScene
    ) throws(StoreError) -> StoreSubscription {
        guard scene.cause.transactionID == nil else { return try paidChain(&scene, keeping: productID) }
        let account = try customer(&scene)
        var inner = CauseScene(
            cause: NotificationCause(scene.cause.type, account: account, productID: productID),
            isSandbox: scene.isSandbox
        )
        defer { scene.steps += inner.steps }
        return try paidChain(&inner)
    }

    /// A subscription, and a product of its group to which it can go up or down.
    private mutating func chain(
        beside direction: LevelDirection,
        _ scene: inout CauseScene,
        where fits: (Catalogue.Entry) -> Bool
    ) throws(StoreError) -> (StoreSubscription, Catalogue.Entry) {
        let levels = levelPairs(direction)
        let pairs = levels.filter { fits($0.to.entry) }
        guard let first = pairs.first else { throw missingPart(scene.cause.name, levels.map { $0.to.productID }) }
        if scene.cause.transactionID != nil {
            let chain = try paidChain(&scene)
            guard let pair = pairs.first(where: { $0.from.productID == chain.productID }) else {
                throw StoreError(.invalidState, "there is no such level beside \(chain.productID)")
            }
            return (try keepingProduct(chain, &scene), pair.to.entry)
        }
        let account = try customer(&scene)
        let live = chains.records(of: account).filter { $0.isLive && $0.sharing == nil && $0.commerce == nil }
        let known = pairs.first { pair in live.contains { $0.productID == pair.from.productID } }
        if known == nil, let above = live.first(where: { $0.groupID == first.from.groupID }) {
            // The customer stands on another level of the group: to the one below that the way is the next period.
            try choose(first.from.productID, of: above, &scene)
            if try subscription(above.originalTransactionID).productID != first.from.productID {
                try forceRenewal(originalTransactionID: above.originalTransactionID)
                scene.note("began the next period of subscription \(above.originalTransactionID)")
            }
        }
        let pair = known ?? first
        return (try keepingProduct(try paidChain(of: pair.from.productID, &scene), &scene), pair.to.entry)
    }

    /// Which part of the catalogue is missing for a change of level.
    ///
    /// - Parameter targets: The products that a subscription could change to, which have no offer; none if there are no levels.
    private func missingPart(_ cause: String, _ targets: [String]) -> StoreError {
        guard !targets.isEmpty else {
            return StoreError(
                .unknownProduct,
                "the catalogue sells no two levels of one subscription group, between which \(cause) would go"
            )
        }
        let names = OrderedSet(targets).joined(separator: ", ")
        return StoreError(
            .unknownOffer,
            "of what \(cause) could change to, \(names), nothing has a promotional offer, or an offer code for existing "
                + "subscribers; add one, for example by `purser storekit new` with "
                + "--offer \(targets[0]):promotional:pay-as-you-go:P1M:1.99:spring"
        )
    }

    /// The subscription without a change that was planned for its next period.
    private mutating func keepingProduct(
        _ chain: StoreSubscription,
        _ scene: inout CauseScene
    ) throws(StoreError) -> StoreSubscription {
        guard chain.autoRenewProductID != chain.productID else { return chain }
        try choose(chain.productID, of: chain, &scene)
        return try subscription(chain.originalTransactionID)
    }

    private mutating func choose(
        _ productID: String,
        of chain: StoreSubscription,
        _ scene: inout CauseScene
    ) throws(StoreError) {
        try setRenewalProduct(productID, originalTransactionID: chain.originalTransactionID)
        scene.note("chose \(productID) for subscription \(chain.originalTransactionID)")
    }

    /// The products that are for sale of which one replaces the other at once, or only with the next period.
    private func levelPairs(_ direction: LevelDirection) -> [(from: SubscriptionPlan, to: SubscriptionPlan)] {
        let plans = catalogue.all.compactMap { planOnSale($0.productID) }
        return plans.flatMap { from in
            plans.filter { other in
                guard other.groupID == from.groupID else { return false }
                return switch direction {
                case .up: other.subscription.level < from.subscription.level
                case .down: other.subscription.level > from.subscription.level
                }
            }
            .map { (from, $0) }
        }
    }
}

extension Catalogue.Entry {
    /// An offer that a subscriber can use: a promotional one, else one with a code.
    fileprivate var anyOffer: PurchaseOffer? {
        if let identifier = subscription?.promotionalOffers.lazy.compactMap(\.offerID).first {
            return .unsignedPromotional(identifier: identifier)
        }
        let code = codeOffers.first { $0.eligibleCustomers.contains("existing") }
        return (code?.codeName).map { .code(referenceName: $0) }
    }
}
