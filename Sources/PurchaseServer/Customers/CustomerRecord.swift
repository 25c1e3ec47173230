package import AppStoreModels
package import Entitlements
package import Foundation

/// Everything that is stored about a customer, at one moment.
package struct CustomerRecord: Sendable, Hashable {
    /// The name that counts.
    package var customer: CustomerID
    /// Since when the server knows the customer; nil if it does not.
    package var createdDate: Date?
    /// The customer's other names, sorted.
    package var aliases: [CustomerAlias] = []
    /// What is known about the customer's purchases.
    package var facts = PurchaseFacts()
    /// The purchases that were credited to the customer, whoever has them now, where something follows from that.
    package var credits = PurchaseFacts()
    /// How many uploads wait for the App Store.
    package var pendingUploads = 0
    /// Levels that were granted, ended and revoked ones included, in the order in which they were.
    package var grants: [Grant] = []
    /// What was spent and given, in the order in which it was.
    package var calls: [StoredLedgerCall] = []

    /// A record.
    package init(customer: CustomerID) { self.customer = customer }
}

/// Another name of a customer.
package struct CustomerAlias: Sendable, Hashable {
    /// The name.
    package var alias: CustomerID
    /// Since when it is known.
    package var since: Date
}

/// What a list of customers has of each.
package struct CustomerSummary: Sendable, Hashable {
    /// The name that counts.
    package var customer: CustomerID
    /// The name that was found.
    package var found: CustomerID
    /// Since when the server knows the customer.
    package var createdDate: Date
    /// Where the list goes on after this one, see ``CustomerQuery/after``.
    package var position: String
}

/// Which customers are looked for.
package struct CustomerQuery: Sendable, Hashable {
    /// What one of their names begins with; empty for all.
    package var prefix: String
    /// The purchase that they own; nil for any.
    package var originalTransactionID: String?
    /// A transaction of a purchase that they own; nil for any.
    package var transactionID: String?
    /// A product that they bought, whatever became of it; nil for any.
    package var productID: String?
    /// The ``CustomerSummary/position`` after which the list goes on; nil from the beginning.
    package var after: String?
    /// How many at most.
    package var limit: Int

    /// A question.
    package init(
        prefix: String = "",
        originalTransactionID: String? = nil,
        transactionID: String? = nil,
        productID: String? = nil,
        after: String? = nil,
        limit: Int = 100
    ) {
        self.prefix = prefix
        self.originalTransactionID = originalTransactionID
        self.transactionID = transactionID
        self.productID = productID
        self.after = after
        self.limit = limit
    }
}

/// Everything about a person, for that person, but for what the devices sent and what was told of it: of that there may be any
/// amount, see ``CustomerStorage/exportedPlaces(_:of:)``.
package struct CustomerExport: Sendable, Hashable {
    /// What is stored, with what the app said about the person.
    package var subscriber: SubscriberRecord
    /// What was done, the oldest first.
    package var audit: [AuditEntry]
    /// What the App Store asked about refunds, and what it was told, the newest first.
    var refundRequests: [ListedRefundRequest]
    /// The platform of the device on which the person was last there; nil if no device said so.
    package var platform: String?

    /// What is stored about names and purchases.
    package var record: CustomerRecord { subscriber.record }

    /// What there may be any amount of.
    package enum Part: Sendable, Hashable, CaseIterable {
        /// Receipts that were sent.
        case uploads
        /// Signed transactions as they came.
        case signedTransactions
        /// Signed renewal information as it came.
        case signedRenewalInfo
        /// What was told of the person to whoever listens.
        case events
    }

    /// One of them.
    package enum Item: Sendable, Hashable {
        case upload(Upload)
        case signed(String)
        case event(JSONObject)
    }

    /// Where one of them is found again. Few octets, so that all of a person's places can be known at once.
    package struct Place: Sendable, Hashable {
        let kind: Kind

        enum Kind: Sendable, Hashable {
            /// Of a receipt: its number, which another one may have once it is gone, and the name under which it was sent.
            case upload(row: Int64, customer: String)
            /// Of what is signed: about which statement.
            case signed(ChainKey, transactionID: String, digest: Data)
            /// Of an event: its number, which no other one ever has.
            case event(Int64)
        }
    }

    /// A receipt that was sent.
    package struct Upload: Sendable, Hashable {
        /// The name under which it was sent.
        package var customer: CustomerID
        /// When it came.
        package var receivedAt: Date
        /// What became of it.
        package var status: StoredUpload.Status
        /// The receipt; nil once its facts are stored.
        package var receipt: Data?
    }
}
