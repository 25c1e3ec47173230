/// What came of a row.
package struct ImportOutcome: Sendable, Hashable {
    /// The kinds of outcomes.
    package enum Code: String, Sendable, CaseIterable {
        case imported = "imported"
        case attributesNotKept = "attributes-not-kept"
        case aliasesNotKept = "aliases-not-kept"
        case rowMalformed = "row-malformed"
        case customerMissing = "customer-missing"
        case invalidCustomer = "invalid-customer"
        case identifierMissing = "identifier-missing"
        case otherStore = "other-store"
        case grantMalformed = "grant-malformed"
        case grantExists = "grant-exists"
        case noServerAPIKey = "no-server-api-key"
        case unauthenticated = "unauthenticated"
        case unknownApp = "unknown-app"
        case unknownTransaction = "unknown-transaction"
        case environmentNotAccepted = "environment-not-accepted"
        case receiptMalformed = "receipt-malformed"
        case receiptNotAuthentic = "receipt-not-authentic"
        case receiptForeignApp = "receipt-foreign-app"
        case receiptWithoutPurchases = "receipt-without-purchases"
        case transactionNotAuthentic = "transaction-not-authentic"
        case notVerified = "not-verified"
        case purchaseOfAnotherCustomer = "purchase-of-another-customer"
        case accountNotFound = "account-not-found"
        case appStoreUnavailable = "app-store-unavailable"
    }

    /// The kind; stable.
    package var code: Code
    /// What was seen, for people; nil where the code says all.
    package var detail: String?

    package init(_ code: Code, _ detail: String? = nil) {
        self.code = code
        self.detail = detail
    }

    /// Whether the row was taken.
    var isTaken: Bool { [.imported, .attributesNotKept, .aliasesNotKept].contains(code) }

    /// Whether nobody could say what becomes of the row.
    var isWaiting: Bool { [.appStoreUnavailable, .noServerAPIKey, .unauthenticated].contains(code) }

    /// Whether the next run asks again: there was no answer, or it follows from what the developer may have mended since,
    /// such as keys, apps, roots and policies.
    var isAskedAgain: Bool {
        switch code {
        case .environmentNotAccepted, .receiptForeignApp, .receiptNotAuthentic, .transactionNotAuthentic, .notVerified,
            .unknownApp, .unknownTransaction, .purchaseOfAnotherCustomer, .grantExists:
            true
        case .imported, .attributesNotKept, .aliasesNotKept, .rowMalformed, .customerMissing, .invalidCustomer,
            .identifierMissing, .otherStore, .grantMalformed, .receiptMalformed, .receiptWithoutPurchases,
            .accountNotFound:
            false
        case .appStoreUnavailable, .noServerAPIKey, .unauthenticated: true
        }
    }
}

extension ImportOutcome.Code {
    /// What to do about it, for people.
    package var remedy: String {
        switch self {
        case .imported: "nothing"
        case .attributesNotKept: "the purchase was taken; shorten the attributes in the file, or leave them out"
        case .aliasesNotKept: "the purchase was taken; move the other account's purchases if it is the same person"
        case .rowMalformed: "mend the row in the file and import it again"
        case .customerMissing: "say whose it is, or leave the row out"
        case .invalidCustomer: "a customer is 1 to 256 bytes without control characters"
        case .identifierMissing: "add an original transaction id, a receipt or a signed transaction"
        case .otherStore: "purchases of other stores stay where they are"
        case .grantMalformed: "a grant needs a level, and dates that can be read"
        case .grantExists: "look at the customer's grants"
        case .noServerAPIKey: "name an In-App Purchase key and import again"
        case .unauthenticated: "mend the In-App Purchase key of the app, its identifier or issuer, and import again"
        case .unknownApp: "name the app in the configuration, or leave the row out"
        case .unknownTransaction: "compare the key's app with the purchase; the customer can restore in the app"
        case .environmentNotAccepted: "accept the sandbox, or leave the row out"
        case .receiptMalformed: "import by the original transaction id instead"
        case .receiptNotAuthentic: "do not take it; the App Store did not sign it"
        case .receiptForeignApp: "name the app it belongs to"
        case .receiptWithoutPurchases: "nothing; nothing was bought"
        case .transactionNotAuthentic: "import by the original transaction id instead"
        case .notVerified: "look for a proxy between the server and the App Store"
        case .purchaseOfAnotherCustomer: "move it by a transfer if it is the same person"
        case .accountNotFound: "nothing; the App Store account was deleted"
        case .appStoreUnavailable: "import the same file again later; what was done is not asked again"
        }
    }
}

/// How far an import is.
package struct ImportProgress: Sendable, Hashable {
    /// Rows that were read.
    package var rows = 0
    /// Rows that were taken now.
    package var taken = 0
    /// Rows that an earlier row, or an earlier run, has settled.
    package var known = 0
    /// Rows that cannot be taken.
    package var refused = 0
    /// Rows that the App Store had no answer about; they are asked about in the next run.
    package var waiting = 0
    /// How many bytes of the file were read.
    package var bytes: Int64 = 0
    /// How many rows each code has, of those that were not taken, or not with all that they say.
    package var codes: [ImportOutcome.Code: Int] = [:]

    /// Nothing yet.
    package init() {}

    /// Whether nothing has to be done any more.
    package var isComplete: Bool { waiting == 0 }
}
