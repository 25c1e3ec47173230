import AppStoreModels
import Entitlements
import Foundation

// An upload may bring ten thousand events: nearly all are written without an object that would be put together first.

extension EventBody {
    /// The octets of ``json``.
    var octets: Data { plain?.content ?? JSONValue.object(json).jsonData }

    /// The same members in the same order; nil if there are some of which only ``json`` knows.
    private var plain: PlainText? {
        guard details.isEmpty else { return nil }
        var text = PlainText()
        text.add("id", identifier)
        text.add("type", type.rawValue)
        text.add("createdDate", milliseconds: createdDate)
        text.add("customer", customer?.value)
        text.add("environment", chain?.environment.rawValue)
        text.add("originalTransactionId", chain?.originalTransactionID)
        if let standing {
            text.add("transactionId", standing.transactionID)
            text.add("latestTransactionId", latestTransactionID)
            text.add("bundleId", standing.bundleID)
            text.add("productId", standing.productID)
            if previousProductID != standing.productID { text.add("previousProductId", previousProductID) }
            text.add("productType", standing.productType?.rawValue)
            text.add("state", standing.state.rawValue)
            text.add("reason", standing.reason.rawValue)
            text.add("purchaseDate", milliseconds: standing.purchaseDate)
            text.add("expiresDate", milliseconds: standing.expiresDate)
            text.add("autoRenewStatus", number: standing.willAutoRenew.map { $0 ? 1 : 0 })
            text.add("autoRenewProductId", standing.autoRenewProductID)
        }
        if customer != nil {
            text.add("entitlements", entitlements.map { PlainText($0, counting: countedEnvironments) })
            text.add("entitlementCount", number: entitlementCount)
        }
        return text
    }
}

extension PlainText {
    /// What ``Entitlement/json(counting:)`` says.
    fileprivate init(_ entitlement: Entitlement, counting environments: Set<AppStoreEnvironment>) {
        let isCounted = environments.contains(entitlement.environment) || !entitlement.isEntitled
        self.init()
        add("productId", entitlement.productID)
        add("state", entitlement.state.rawValue)
        add("isEntitled", entitlement.isEntitled && isCounted)
        add("reason", (isCounted ? entitlement.reason : .sandboxNotCounted).rawValue)
        add("phase", entitlement.phase?.rawValue)
        if !entitlement.conditions.isEmpty { add("conditions", entitlement.conditions.map(\.rawValue)) }
        add("accessEndDate", milliseconds: entitlement.accessEndDate)
        add("expiresDate", milliseconds: entitlement.expiresDate)
        add("originalTransactionId", entitlement.originalTransactionID)
        add("transactionId", entitlement.transactionID)
        add("environment", entitlement.environment.rawValue)
        add("type", entitlement.productType?.rawValue)
        add("quantity", number: entitlement.quantity)
        add("purchaseDate", milliseconds: entitlement.purchaseDate)
        add("revocationDate", milliseconds: entitlement.revocationDate)
        add("autoRenewStatus", number: entitlement.willAutoRenew.map { $0 ? 1 : 0 })
        add("autoRenewProductId", entitlement.autoRenewProductID)
        add("subscriptionGroupIdentifier", entitlement.subscriptionGroupID)
        add("inAppOwnershipType", entitlement.inAppOwnershipType?.rawValue)
        add("bundleId", entitlement.bundleID)
    }
}
