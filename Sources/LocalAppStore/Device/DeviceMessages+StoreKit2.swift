package import Foundation

// What StoreKit 2 needs of the store beside what StoreKit 1 does.
extension DeviceMessages {
    /// Asks for signed transactions.
    package struct TransactionsRequest: Codable, Sendable {
        package var account: String
        /// The device's `AppStore.deviceVerificationID`, to which what is signed is bound.
        package var device: UUID
        package var selection: DeviceSelection
        package init(account: String, device: UUID, selection: DeviceSelection) {
            (self.account, self.device, self.selection) = (account, device, selection)
        }
    }

    /// Signed transactions, oldest first.
    package struct SignedTransactions: Codable, Sendable {
        package var transactions: [SignedTransaction]
        package init(transactions: [SignedTransaction]) { self.transactions = transactions }
    }

    /// A transaction as the App Store signs it for a device.
    package struct SignedTransaction: Codable, Sendable, Hashable {
        package var transactionID: String
        package var isFinished: Bool
        package var jws: String
        package init(transactionID: String, isFinished: Bool, jws: String) {
            (self.transactionID, self.isFinished, self.jws) = (transactionID, isFinished, jws)
        }
    }

    /// Asks where subscriptions stand.
    package struct StatusesRequest: Codable, Sendable {
        package var account: String
        package var device: UUID
        /// Only those of a group; nil for all.
        package var groupID: String?
        /// Only that of a transaction; nil for all.
        package var transactionID: String?
        /// Whether only ``Statuses/groupIDsWithoutIntroduction`` is asked for, for which nothing has to be signed.
        package var omitsStatuses: Bool?
        package init(account: String, device: UUID, groupID: String?, transactionID: String?) {
            (self.account, self.device, self.groupID) = (account, device, groupID)
            self.transactionID = transactionID
        }
    }

    /// Where subscriptions stand, in the order in which they began.
    package struct Statuses: Codable, Sendable {
        package var statuses: [SignedStatus]
        /// The groups in which the customer may have no introductory offer: had one, or is subscribed.
        package var groupIDsWithoutIntroduction: [String]
        /// How many events there were when it was so.
        package var eventCount: Int?
        package init(statuses: [SignedStatus], groupIDsWithoutIntroduction: [String], eventCount: Int?) {
            (self.statuses, self.groupIDsWithoutIntroduction) = (statuses, groupIDsWithoutIntroduction)
            self.eventCount = eventCount
        }
    }

    /// Where a subscription stands, with what the App Store signs about it.
    package struct SignedStatus: Codable, Sendable, Hashable {
        package var groupID: String
        /// As the App Store Server API numbers it.
        package var status: Int
        package var transaction: SignedTransaction
        package var renewalInfo: String
        package init(groupID: String, status: Int, transaction: SignedTransaction, renewalInfo: String) {
            (self.groupID, self.status, self.transaction) = (groupID, status, transaction)
            self.renewalInfo = renewalInfo
        }
    }

    /// Asks for the app transaction.
    package struct AppTransactionRequest: Codable, Sendable {
        package var account: String
        package var device: UUID
        package init(account: String, device: UUID) { (self.account, self.device) = (account, device) }
    }

    /// The app transaction as the App Store signs it.
    package struct AppTransaction: Codable, Sendable {
        package var jws: String
        package init(jws: String) { self.jws = jws }
    }

    /// Asks for a refund.
    package struct RefundWish: Codable, Sendable {
        package var account: String
        package var transactionID: String
        /// Apple's word, for example `UNINTENDED_PURCHASE`.
        package var reason: String
        /// What the customer typed; nil for nothing.
        package var details: String?
        package init(account: String, transactionID: String, reason: String, details: String?) {
            (self.account, self.transactionID) = (account, transactionID)
            (self.reason, self.details) = (reason, details)
        }
    }

    /// Turns the renewal of a subscription on or off, or chooses what it renews to, as the customer does in the settings.
    package struct SubscriptionChange: Codable, Sendable {
        package var account: String
        package var originalTransactionID: String
        package var autoRenews: Bool?
        package var productID: String?
        package init(account: String, originalTransactionID: String, autoRenews: Bool?, productID: String?) {
            (self.account, self.originalTransactionID) = (account, originalTransactionID)
            (self.autoRenews, self.productID) = (autoRenews, productID)
        }
    }

    /// Whose signatures a device of the store trusts.
    package struct Trust: Codable, Sendable {
        /// The root certificate of signed transactions, PEM.
        package var root: String
        /// Whether the root signs by itself, as in StoreKit testing in Xcode.
        package var signsItself: Bool
        package init(root: String, signsItself: Bool) { (self.root, self.signsItself) = (root, signsItself) }
    }
}
