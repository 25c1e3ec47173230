package import Foundation

/// What a device and a store that runs elsewhere say to each other, as JSON over HTTP.
///
/// The records are the store's own, with `Id` where Swift has `ID`. Dates are milliseconds since 1970.
package enum DeviceMessages {
    /// Asks who the customer is; the account is created if there is none.
    package struct Hello: Codable, Sendable {
        package var account: String
        package init(account: String) { self.account = account }
    }

    /// Who the customer is, and where the store's clock stands.
    package struct Customer: Codable, Sendable {
        package var account: StoreAccount
        package var now: Date
        package init(account: StoreAccount, now: Date) { (self.account, self.now) = (account, now) }
    }

    /// Begins an operation.
    package struct Start: Codable, Sendable {
        package var account: String
        package var operation: DeviceOperation
        package var productID: String?
        package init(account: String, operation: DeviceOperation, productID: String?) {
            (self.account, self.operation, self.productID) = (account, operation, productID)
        }
    }

    /// How an operation begins, and who the customer is from now on.
    package struct Started: Codable, Sendable {
        package var start: DeviceStart
        package var account: StoreAccount
        package init(start: DeviceStart, account: StoreAccount) { (self.start, self.account) = (start, account) }
    }

    /// Asks for products.
    package struct ProductsRequest: Codable, Sendable {
        package var account: String
        package var productIDs: [String]
        package init(account: String, productIDs: [String]) { (self.account, self.productIDs) = (account, productIDs) }
    }

    /// The products that the catalogue has, and the language that they are in.
    package struct Products: Codable, Sendable {
        package var items: [CatalogueItem]
        package var locale: String
        package init(items: [CatalogueItem], locale: String) { (self.items, self.locale) = (items, locale) }
    }

    /// What came of a purchase: a transaction, or an attempt that waits, was interrupted or failed.
    package struct Purchase: Codable, Sendable {
        package var transaction: StoreTransaction?
        package var attempt: PurchaseAttempt?
        /// The error that the app sees although the purchase went through.
        package var failure: PurchaseFailure?
        /// How often the transaction is delivered; nil for once.
        package var deliveries: Int?
        package init(_ purchase: DevicePurchase) {
            failure = purchase.failure
            deliveries = purchase.deliveries == 1 ? nil : purchase.deliveries
            switch purchase.outcome {
            case .purchased(let transaction): self.transaction = transaction
            case .deferred(let attempt), .interrupted(let attempt), .failed(let attempt, _): self.attempt = attempt
            }
        }
    }

    /// Redeems an offer code.
    package struct Redemption: Codable, Sendable {
        package var account: String
        package var code: String
        package init(account: String, code: String) { (self.account, self.code) = (account, code) }
    }

    /// The purchases that were begun in the App Store.
    package struct PurchaseIntents: Codable, Sendable {
        package var purchases: [BegunPurchase]
        package init(_ purchases: [BegunPurchase]) { self.purchases = purchases }
    }

    /// Asks to restore.
    package struct Restore: Codable, Sendable {
        package var account: String
        package var applicationUsername: String?
        package init(account: String, applicationUsername: String?) {
            (self.account, self.applicationUsername) = (account, applicationUsername)
        }
    }

    /// Transactions, and the originals of those that are restored copies.
    package struct Transactions: Codable, Sendable {
        package var transactions: [StoreTransaction]
        package var originals: [StoreTransaction]
        package init(_ transactions: [StoreTransaction], originals: [StoreTransaction] = []) {
            (self.transactions, self.originals) = (transactions, originals)
        }
    }

    /// Finishes a transaction of an account.
    package struct Finish: Codable, Sendable {
        package var account: String
        package var transactionID: String
        package init(account: String, transactionID: String) {
            (self.account, self.transactionID) = (account, transactionID)
        }
    }

    /// Asks for the receipt of an account on a device.
    package struct ReceiptRequest: Codable, Sendable {
        package var account: String
        package var device: Data
        /// What the app asks of the receipt; nil for nothing.
        package var properties: ReceiptProperties?
        package init(account: String, device: Data, properties: ReceiptProperties) {
            (self.account, self.device, self.properties) = (account, device, properties)
        }
    }

    /// A receipt.
    package struct Receipt: Codable, Sendable {
        package var receipt: Data
        package init(receipt: Data) { self.receipt = receipt }
    }

    /// The subscriptions of an account.
    package struct Subscriptions: Codable, Sendable {
        package var subscriptions: [StoreSubscription]
        package init(subscriptions: [StoreSubscription]) { self.subscriptions = subscriptions }
    }

    /// Answers for the customer who was asked about a higher price.
    package struct PriceAnswer: Codable, Sendable {
        package var account: String
        package var originalTransactionID: String
        package var accepts: Bool
        package init(account: String, originalTransactionID: String, accepts: Bool) {
            (self.account, self.originalTransactionID) = (account, originalTransactionID)
            self.accepts = accepts
        }
    }

    /// Attempts, to see what became of them.
    package struct Attempts: Codable, Sendable {
        package var attempts: [PurchaseAttempt]
        package init(attempts: [PurchaseAttempt]) { self.attempts = attempts }
    }

    /// Asks for what happens next; the store answers when there is something, or when the time is up.
    package struct EventsRequest: Codable, Sendable {
        package var account: String
        /// The last event that the device knows; nil at first.
        package var after: Int?
        /// How long the store may wait with the answer.
        package var waitSeconds: Int
        package init(account: String, after: Int?, waitSeconds: Int) {
            (self.account, self.after, self.waitSeconds) = (account, after, waitSeconds)
        }
    }

    /// What happened to the account.
    package struct Events: Codable, Sendable {
        package var events: [StoreEvent]
        /// Where to go on.
        package var last: Int
        /// Whether these are all events since the device asked last; if not, it must look at everything anew.
        package var isComplete: Bool
        package init(events: [StoreEvent], last: Int, isComplete: Bool) {
            (self.events, self.last, self.isComplete) = (events, last, isComplete)
        }
    }

    /// A refusal.
    package struct Refusal: Codable, Sendable {
        package struct Reason: Codable, Sendable {
            package var code: String
            package var message: String
        }
        package var error: Reason
    }

    /// The bytes of a message.
    package static func data(_ message: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        encoder.keyEncodingStrategy = .custom { MemberName($0, "ID", as: "Id") }
        return try encoder.encode(message)
    }

    /// A message from its bytes.
    package static func message<Message: Decodable>(_ type: Message.Type, from data: Data) throws -> Message {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        decoder.keyDecodingStrategy = .custom { MemberName($0, "Id", as: "ID") }
        return try decoder.decode(type, from: data)
    }
}

/// A name on its way between Swift's spelling and Apple's: `productIDs` is `productIds` on the wire.
private struct MemberName: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ path: [any CodingKey], _ ending: String, as other: String) {
        let key = path.last
        intValue = key?.intValue
        let name = key?.stringValue ?? ""
        for plural in ["", "s"] where name.hasSuffix(ending + plural) {
            stringValue = name.dropLast(ending.count + plural.count) + other + plural
            return
        }
        stringValue = name
    }

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
}
