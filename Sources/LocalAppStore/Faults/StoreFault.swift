public import AppStoreModels
public import Foundation

/// Something that goes wrong on demand: which thing, for whom, how often.
///
/// ```swift
/// try store.setFault(StoreFault(.chargeThenError, times: 1, productID: "shop.posy"))
/// ```
///
/// A fault is in force until it has struck ``remaining`` times, or until it is cleared. Where several of a kind fit, the
/// one that was set first strikes. Faults are kept like everything else in the store: one that is opened anew has them
/// still, and the same commands count them down in the same way.
public struct StoreFault: Sendable, Hashable, Codable, Identifiable {
    /// Given by the store when the fault is set; empty before.
    public internal(set) var id = ""
    /// What goes wrong.
    public let kind: Kind
    /// Whom it strikes; nil for every account.
    public let accountID: String?
    /// Which product it strikes; nil for all. Only for kinds that are about a product.
    public let productID: String?
    /// How often it strikes from now on; nil until it is cleared.
    public internal(set) var remaining: Int?
    /// How often it was drawn whether it strikes; nil for never.
    var drawCount: Int?
    /// What the kind needs to know.
    public let parameters: Parameters

    /// What a kind of fault needs to know; a kind takes some of them.
    public struct Parameters: Sendable, Hashable, Codable {
        /// How long something takes, or how far a clock jumps; negative for back.
        public var seconds: TimeInterval?
        /// The error that the app sees.
        public var failure: PurchaseFailure?
        /// Where the account is moved to, ISO 3166-1 alpha-3.
        public var storefront: String?
        /// The account that is signed in instead.
        public var otherAccountID: String?
        /// What signed data claims.
        public var environment: AppStoreEnvironment?
        /// Which call of Apple's servers is struck: one of ``AppStoreCall/names``, or a path in which `*` stands for one
        /// part; nil for every call.
        public var call: String?
        /// The code of an error of the App Store Server API, for example 4040010; its first three digits are the HTTP
        /// status.
        public var errorCode: Int?
        /// The HTTP status of a server that fails, or the `status` of `verifyReceipt`.
        public var status: Int?
        /// What a server that fails writes.
        public var body: AnswerBody?
        /// What `verifyReceipt` says of whether asking again helps.
        public var isRetryable: Bool?
        /// In which part of the cases it strikes, above 0 and up to 1; nil for in all. The store's seed decides in which.
        public var rate: Double?
        /// How many attempts fail, 1 or more; nil for all.
        public var attempts: Int?
        /// How an attempt ends, in the words of Apple's `sendAttemptResult`.
        public var result: String?

        /// Parameters; nil for what the kind does not take, or for its default.
        public init(
            seconds: TimeInterval? = nil,
            failure: PurchaseFailure? = nil,
            storefront: String? = nil,
            otherAccountID: String? = nil,
            environment: AppStoreEnvironment? = nil,
            call: String? = nil,
            rate: Double? = nil,
            errorCode: Int? = nil,
            status: Int? = nil,
            body: AnswerBody? = nil,
            isRetryable: Bool? = nil,
            attempts: Int? = nil,
            result: String? = nil
        ) {
            self.seconds = seconds
            self.failure = failure
            self.storefront = storefront
            self.otherAccountID = otherAccountID
            self.environment = environment
            self.call = call
            self.rate = rate
            self.errorCode = errorCode
            self.status = status
            self.body = body
            self.isRetryable = isRetryable
            self.attempts = attempts
            self.result = result
        }
    }

    /// A fault, to be set in a store.
    ///
    /// - Parameters:
    ///   - kind: What goes wrong.
    ///   - times: How often, 1 or more; nil until it is cleared.
    ///   - accountID: Whom it strikes; nil for every account.
    ///   - productID: Which product it strikes; nil for all.
    ///   - parameters: What the kind needs to know.
    public init(
        _ kind: Kind,
        times: Int? = nil,
        accountID: String? = nil,
        productID: String? = nil,
        parameters: Parameters = Parameters()
    ) {
        self.kind = kind
        self.accountID = accountID
        self.productID = productID
        remaining = times
        self.parameters = parameters
    }

    /// Whether it is about this account and product.
    func fits(account: String, product: String?) -> Bool {
        (accountID == nil || accountID == account) && (productID == nil || productID == product)
    }
}
