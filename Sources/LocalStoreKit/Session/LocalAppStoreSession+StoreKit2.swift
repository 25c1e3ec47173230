import AppReceipt
import AppStoreTrust
import Foundation
import LocalAppStore

extension LocalAppStoreSession {
    var verificationID: UUID? { deviceVerificationID }

    func trust() throws -> TrustPolicy { store.deviceTrustPolicy }

    func catalogue(_ identifiers: Set<String>) throws -> SessionCatalogue {
        let items = try translated { () throws(StoreError) in try store.deviceProducts(identifiers, account: account) }
        return SessionCatalogue(items: items, locale: store.settings.locale)
    }

    func transactions(_ selection: DeviceSelection) throws -> [DeviceMessages.SignedTransaction] {
        try translated { () throws(StoreError) in
            try store.deviceTransactions(selection, account: account, device: deviceVerificationID)
        }
    }

    func documents(_ selection: DeviceSelection) throws -> [SessionDocument] {
        let found = try translated { () throws(StoreError) in
            try store.deviceUnsignedTransactions(selection, account: account, device: deviceVerificationID)
        }
        return try found.map(document)
    }

    /// What the store gives of a transaction; with a fault of the store it is signed at once.
    func document(_ unsigned: UnsignedTransaction) throws -> SessionDocument {
        let document =
            unsigned.isFlawed
            ? SignedDocument(try translated { () throws(StoreError) in try unsigned.sign(unsigned.payload()) })
            : SignedDocument(unsigned)
        return SessionDocument(
            transactionID: unsigned.transactionID,
            isFinished: unsigned.isFinished,
            document: document
        )
    }

    func statuses(groupID: String?, transactionID: String?) throws -> DeviceMessages.Statuses {
        try translated { () throws(StoreError) in
            try store.deviceStatuses(
                DeviceMessages.StatusesRequest(
                    account: account,
                    device: deviceVerificationID,
                    groupID: groupID,
                    transactionID: transactionID
                )
            )
        }
    }

    func groupIDsWithoutIntroduction(of groupID: String?) throws -> [String] {
        try translated { () throws(StoreError) in
            try store.deviceGroupIDsWithoutIntroduction(account: account, groupID: groupID)
        }
    }

    func appTransaction() throws -> String {
        try translated { () throws(StoreError) in
            try store.deviceAppTransaction(account: account, device: deviceVerificationID)
        }
    }

    func requestRefund(_ transactionID: String, reason: String, details: String?) throws {
        let wish = DeviceMessages.RefundWish(
            account: account,
            transactionID: transactionID,
            reason: reason,
            details: details
        )
        try translated { () throws(StoreError) in try store.deviceRequestRefund(wish) }
    }

    func changeSubscription(_ originalTransactionID: String, autoRenews: Bool?, productID: String?) throws {
        let change = DeviceMessages.SubscriptionChange(
            account: account,
            originalTransactionID: originalTransactionID,
            autoRenews: autoRenews,
            productID: productID
        )
        try translated { () throws(StoreError) in try store.deviceChangeSubscription(change) }
    }

    func orderCommerce(_ productID: String, compactJWS: String) throws -> SessionPurchase {
        let order = DeviceMessages.CommerceOrder(account: account, productID: productID, compactJWS: compactJWS)
        return try SessionPurchase(
            try translated { () throws(StoreError) in try store.deviceOrderCommerce(order) }
        )
    }

    func externalToken(_ kind: String) throws -> String {
        let request = DeviceMessages.ExternalTokenRequest(account: account, kind: kind)
        return try translated { () throws(StoreError) in try store.deviceExternalToken(request) }.value
    }
}
