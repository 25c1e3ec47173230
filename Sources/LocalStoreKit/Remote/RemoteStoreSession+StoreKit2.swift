import AppReceipt
import AppStoreTrust
import Foundation
import LocalAppStore

extension RemoteStoreSession {
    /// How many transactions, some kilobytes each, are in one answer.
    static let pageLength = 1_000

    var verificationID: UUID? { device.verificationID }

    func trust() throws -> TrustPolicy {
        try TrustPolicy(try ask("device/trust", for: DeviceMessages.Trust.self))
    }

    func catalogue(_ identifiers: Set<String>) throws -> SessionCatalogue {
        try meetOnce()
        let wanted = DeviceMessages.ProductsRequest(account: account, productIDs: identifiers.sorted())
        let found = try connection.ask("device/products", wanted, for: DeviceMessages.Products.self)
        return SessionCatalogue(items: found.items, locale: found.locale)
    }

    func transactions(_ selection: DeviceSelection) throws -> [DeviceMessages.SignedTransaction] {
        try meetOnce()
        var wanted = DeviceMessages.TransactionsRequest(
            account: account,
            device: device.verificationID,
            selection: selection
        )
        wanted.selection.limit = Self.pageLength
        var found: [DeviceMessages.SignedTransaction] = []
        while true {
            let page = try connection.ask("device/transactions", wanted, for: DeviceMessages.SignedTransactions.self)
                .transactions
            found += page
            guard page.count == Self.pageLength, let last = page.last else { return found }
            wanted.selection.after = last.transactionID
        }
    }

    func statuses(groupID: String?, transactionID: String?) throws -> DeviceMessages.Statuses {
        try meetOnce()
        let wanted = DeviceMessages.StatusesRequest(
            account: account,
            device: device.verificationID,
            groupID: groupID,
            transactionID: transactionID
        )
        return try connection.ask("device/statuses", wanted, for: DeviceMessages.Statuses.self)
    }

    func groupIDsWithoutIntroduction(of groupID: String?) throws -> [String] {
        try meetOnce()
        var wanted = DeviceMessages.StatusesRequest(
            account: account,
            device: device.verificationID,
            groupID: groupID,
            transactionID: nil
        )
        wanted.omitsStatuses = true
        return try connection.ask("device/statuses", wanted, for: DeviceMessages.Statuses.self)
            .groupIDsWithoutIntroduction
    }

    func appTransaction() throws -> String {
        try meetOnce()
        let wanted = DeviceMessages.AppTransactionRequest(account: account, device: device.verificationID)
        return try connection.ask("device/app-transaction", wanted, for: DeviceMessages.AppTransaction.self).jws
    }

    func requestRefund(_ transactionID: String, reason: String, details: String?) throws {
        let wish = DeviceMessages.RefundWish(
            account: account,
            transactionID: transactionID,
            reason: reason,
            details: details
        )
        _ = try connection.ask("device/refunds", wish, for: DeviceMessages.Transactions.self)
    }

    func changeSubscription(_ originalTransactionID: String, autoRenews: Bool?, productID: String?) throws {
        let change = DeviceMessages.SubscriptionChange(
            account: account,
            originalTransactionID: originalTransactionID,
            autoRenews: autoRenews,
            productID: productID
        )
        _ = try connection.ask("device/subscription-changes", change, for: DeviceMessages.Subscriptions.self)
    }

    func orderCommerce(_ productID: String, compactJWS: String) throws -> SessionPurchase {
        try meetOnce()
        let order = DeviceMessages.CommerceOrder(account: account, productID: productID, compactJWS: compactJWS)
        return try SessionPurchase(
            try connection.ask("device/commerce-orders", order, for: DeviceMessages.CommerceAnswer.self)
        )
    }

    func externalToken(_ kind: String) throws -> String {
        try meetOnce()
        let request = DeviceMessages.ExternalTokenRequest(account: account, kind: kind)
        return try connection.ask("device/external-tokens", request, for: DeviceMessages.ExternalToken.self).value
    }
}
