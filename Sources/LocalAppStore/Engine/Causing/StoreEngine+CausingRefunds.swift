import AppStoreModels
import OrderedCollections

// What becomes of purchases: refunds, Family Sharing, what is charged once.

extension StoreEngine {
    private static let everything: [ProductType] = [
        .consumable, .nonConsumable, .nonRenewingSubscription, .autoRenewableSubscription,
    ]

    /// What the developer is asked about before a refund.
    private static let askedAbout: [ProductType] = [.consumable, .autoRenewableSubscription]
    private static let askedAboutName = "a consumable or an auto-renewable subscription"

    mutating func refundNow(_ scene: inout CauseScene) throws(StoreError) {
        _ = try refunded(try purchase(&scene, "a product", of: Self.everything), &scene)
    }

    mutating func declineRefundNow(_ scene: inout CauseScene) throws(StoreError) {
        let bought = try purchase(&scene, Self.askedAboutName, of: Self.askedAbout)
        // Nobody declines what nobody asked for; of other products the App Store asks the developer nothing.
        if Self.askedAbout.contains(bought.productType),
            refundRequest(transactionID: bought.transactionID)?.isOpen != true
        {
            try ask(for: bought, .decline, &scene)
        }
        try declineRefund(transactionID: bought.transactionID)
        scene.note("declined the refund of transaction \(bought.transactionID)")
    }

    mutating func reverseRefundNow(_ scene: inout CauseScene) throws(StoreError) {
        let account = try customer(&scene)
        let known = ledger.records(of: account).last { transaction in
            transaction.revocationDate != nil && transaction.ownership == .purchased && !transaction.isRestored
                && (scene.cause.productID == nil || scene.cause.productID == transaction.productID)
        }
        var bought = if let id = scene.cause.transactionID { try transaction(id) } else { known }
        if bought?.revocationDate == nil {
            bought = try refunded(try purchase(&scene, "a product", of: Self.everything), &scene)
        }
        guard let bought else { return }
        try reverseRefund(transactionID: bought.transactionID)
        scene.note("took back the refund of transaction \(bought.transactionID)")
    }

    mutating func askForRefund(_ scene: inout CauseScene) throws(StoreError) {
        try ask(for: try purchase(&scene, Self.askedAboutName, of: Self.askedAbout), .undecided, &scene)
    }

    private mutating func ask(
        for bought: StoreTransaction,
        _ decision: StoreRefundDecision,
        _ scene: inout CauseScene
    ) throws(StoreError) {
        try requestRefund(transactionID: bought.transactionID, decision: decision)
        scene.note("asked for a refund of transaction \(bought.transactionID)")
    }

    private mutating func refunded(
        _ bought: StoreTransaction,
        _ scene: inout CauseScene
    ) throws(StoreError) -> StoreTransaction {
        try refund(transactionID: bought.transactionID, reason: .other)
        scene.note("refunded transaction \(bought.transactionID)")
        return bought
    }

    mutating func chargeOnce(_ scene: inout CauseScene) throws(StoreError) {
        let account = try customer(&scene)
        let owned = Set(
            ledger.records(of: account).filter { $0.productType == .nonConsumable && $0.revocationDate == nil }
                .map(\.productID)
        )
        let entry = try product(scene, "a product without renewal that is not owned yet") { entry in
            entry.subscription == nil && !owned.contains(entry.productID)
        }
        try buyNow(entry.productID, for: account, &scene)
    }

    /// Takes a family member out of the family, who had something from others.
    mutating func endSharing(_ scene: inout CauseScene) throws(StoreError) {
        let account = try customer(&scene)
        if let id = scene.cause.transactionID, try transaction(id).ownership == .familyShared {
            return try leave(account, &scene)
        }
        let bought = try sharedPurchase(of: account, &scene)
        if try self.account(account).familyID == nil {
            let family = freeFamilyName("family")
            try createFamily(id: family, organizer: account)
            scene.note("created family \(family) of account \(account)")
        }
        var relative = relatives(of: account).first { other in
            ledger.records(of: other).contains {
                $0.sharedTransactionID == bought.transactionID && $0.revocationDate == nil
            }
        }
        if relative == nil, let family = try self.account(account).familyID {
            let new = try newCustomer("\(account)-relative", &scene)
            try joinFamily(id: family, account: new)
            scene.note("account \(new) joined family \(family)")
            relative = new
        }
        if let relative { try leave(relative, &scene) }
    }

    private mutating func leave(_ account: String, _ scene: inout CauseScene) throws(StoreError) {
        try leaveFamily(account: account)
        scene.note("account \(account) left the family")
    }

    /// Something that a family may share.
    private mutating func sharedPurchase(
        of account: String,
        _ scene: inout CauseScene
    ) throws(StoreError) -> StoreTransaction {
        let shareable = { (entry: Catalogue.Entry) in
            entry.isFamilyShareable && [.nonConsumable, .autoRenewableSubscription].contains(entry.type)
        }
        if let id = scene.cause.transactionID { return try transaction(id) }
        let unshared = try self.account(account).unsharedPurchases
        let found = ledger.records(of: account).last { transaction in
            // What is sold from the developer's own catalogue no family shares.
            guard transaction.ownership == .purchased, transaction.revocationDate == nil, !transaction.isRestored,
                transaction.commerce == nil,
                !unshared.contains(transaction.originalTransactionID),
                let entry = catalogue[transaction.productID], shareable(entry)
            else { return false }
            let chain = chains[transaction.originalTransactionID]
            return chain == nil || chain?.hasAccess == true && chain?.latestTransactionID == transaction.transactionID
        }
        if let found { return found }
        guard scene.cause.productID != nil || catalogue.all.contains(where: shareable) else {
            throw StoreError(
                .unknownProduct,
                "the catalogue has nothing that families may share, so nobody can lose a share; switch on Family Sharing of "
                    + "a subscription or a non-consumable (\"familyShareable\"), as `purser storekit new` does with "
                    + "--family-shareable"
            )
        }
        let entry = try product(scene, "a product that families may share", where: shareable)
        return try buyNow(entry.productID, for: account, &scene)
    }

    private func freeFamilyName(_ name: String) -> String {
        var (id, number) = (name, 1)
        while familyState.groups[id] != nil {
            number += 1
            id = "\(name)-\(number)"
        }
        return id
    }
}
