public import AppStoreModels
public import Foundation
public import LocalAppStore

/// One request to the control interface of a running store.
///
/// The functions name everything that the interface can do; the documentation of this module says what each answers.
public struct StoreControlRequest: Sendable, Hashable {
    /// `GET`, `POST`, `PUT`, `PATCH` or `DELETE`.
    public let method: String
    /// The parts of the path below `/control`, not yet escaped.
    public let path: [String]
    /// What stands behind the question mark, not yet escaped.
    public let query: [String: String]
    /// The body; nil for none.
    public let body: JSONObject?

    /// Any request.
    public init(_ method: String, _ path: [String], query: [String: String] = [:], body: JSONObject? = nil) {
        self.method = method
        self.path = path
        self.query = query
        self.body = body
    }

    /// Method and path, for a person.
    var place: String { "\(method) \(path.joined(separator: "/"))" }

    /// The address below the store's own.
    func url(below base: URL) -> URL? {
        var allowed = CharacterSet.urlPathAllowed
        allowed.remove(charactersIn: "/")
        let path = (["control"] + path).map { $0.addingPercentEncoding(withAllowedCharacters: allowed) ?? "" }
        guard var parts = URLComponents(url: base, resolvingAgainstBaseURL: false) else { return nil }
        let prefix = parts.percentEncodedPath.hasSuffix("/") ? parts.percentEncodedPath : parts.percentEncodedPath + "/"
        parts.percentEncodedPath = prefix + path.joined(separator: "/")
        if !query.isEmpty {
            parts.queryItems = query.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        }
        return parts.url
    }
}

// MARK: Looking

extension StoreControlRequest {
    /// Everything there is to see.
    public static var state: Self { Self("GET", ["state"]) }
    /// What is for sale, as an account sees it.
    public static func products(account: String? = nil) -> Self { Self("GET", ["products"], query: account.asQuery) }
    /// The customers.
    public static var accounts: Self { Self("GET", ["accounts"]) }
    /// The transactions of an account, or all.
    public static func transactions(account: String? = nil) -> Self {
        Self("GET", ["transactions"], query: account.asQuery)
    }
    /// The subscriptions of an account, or all.
    public static func subscriptions(account: String? = nil) -> Self {
        Self("GET", ["subscriptions"], query: account.asQuery)
    }
    /// The purchases that did not go straight through, of an account or all.
    public static func attempts(account: String? = nil) -> Self { Self("GET", ["attempts"], query: account.asQuery) }
    /// What happened since the server began, of an account or all.
    public static func events(account: String? = nil) -> Self { Self("GET", ["events"], query: account.asQuery) }
    /// The receipt of an account, raw and decoded.
    public static func receipt(account: String) -> Self { Self("GET", ["accounts", account, "receipt"]) }
    /// A transaction as it is signed, raw and decoded.
    public static func signedTransaction(_ id: String) -> Self { Self("GET", ["transactions", id, "signed"]) }
    /// Where notifications go, which wait, and how delivery went.
    public static var notifications: Self { Self("GET", ["notifications"]) }
}

// MARK: Customers and purchases

extension StoreControlRequest {
    /// Creates a customer.
    public static func createAccount(_ id: String, storefront: String? = nil) -> Self {
        var body: JSONObject = ["id": .string(id)]
        body[string: "storefront"] = storefront
        return Self("POST", ["accounts"], body: body)
    }
    /// Changes a customer: `storefront`, `canMakePayments`, `requiresApproval`, `renewalChargesFail`.
    public static func changeAccount(_ id: String, _ changes: JSONObject) -> Self {
        Self("PATCH", ["accounts", id], body: changes)
    }
    /// An offer to buy with, without a signature.
    public struct OfferChoice: Sendable, Hashable {
        /// The kind of offer.
        public enum Kind: String, Sendable, CaseIterable {
            case promotional, code, winBack
        }

        /// The kind of offer.
        public let kind: Kind
        /// Which offer; for codes the reference name.
        public let identifier: String

        /// An offer.
        public init(_ kind: Kind, _ identifier: String) {
            self.kind = kind
            self.identifier = identifier
        }
    }

    /// Buys.
    public static func buy(
        productID: String,
        account: String,
        quantity: Int = 1,
        appAccountToken: UUID? = nil,
        simulatesAskToBuy: Bool = false,
        offer: OfferChoice? = nil,
        past: PastPurchase? = nil
    ) -> Self {
        var body: JSONObject = [
            "productId": .string(productID), "account": .string(account), "quantity": .number(JSONNumber(quantity)),
        ]
        body[string: "appAccountToken"] = appAccountToken?.uuidString.lowercased()
        if simulatesAskToBuy { body["simulatesAskToBuy"] = true }
        body["offer"] = offer.map { ["type": .string($0.kind.rawValue), "identifier": .string($0.identifier)] }
        body[milliseconds: "purchaseDate"] = past?.date
        body[boolean: "renewsUntilNow"] = past?.renewsUntilNow
        return Self("POST", ["purchases"], body: body)
    }
    /// Begins a purchase in the App Store, for the app to continue.
    public static func promote(productID: String, account: String) -> Self {
        Self("POST", ["promotions"], body: ["productId": .string(productID), "account": .string(account)])
    }
    /// Follows a link that begins a purchase in the app.
    public static func openPurchaseIntent(_ url: String, account: String) -> Self {
        Self("POST", ["purchase-intents"], body: ["url": .string(url), "account": .string(account)])
    }
    /// Approves a purchase that waits.
    public static func approve(attempt: String) -> Self { Self("POST", ["attempts", attempt, "approve"]) }
    /// Refuses a purchase that waits.
    public static func decline(attempt: String) -> Self { Self("POST", ["attempts", attempt, "decline"]) }
    /// Settles what interrupted a purchase.
    public static func resolve(attempt: String) -> Self { Self("POST", ["attempts", attempt, "resolve"]) }
    /// Restores what a customer bought.
    public static func restore(account: String) -> Self { Self("POST", ["accounts", account, "restore"]) }
}

// MARK: Transactions

extension StoreControlRequest {
    /// Refunds a purchase.
    ///
    /// - Parameters:
    ///   - id: The transaction.
    ///   - becauseOfApp: Whether the app was the reason.
    public static func refund(_ id: String, becauseOfApp: Bool = false) -> Self {
        Self("POST", ["transactions", id, "refund"], body: ["revocationReason": becauseOfApp ? 1 : 0])
    }
    /// Asks for a refund as the customer: the developer is asked about consumption.
    ///
    /// - Parameters:
    ///   - id: The transaction.
    ///   - reason: `UNINTENDED_PURCHASE`, `FULFILLMENT_ISSUE`, `UNSATISFIED_WITH_PURCHASE`, `LEGAL` or `OTHER`.
    public static func requestRefund(_ id: String, reason: String = "OTHER") -> Self {
        Self("POST", ["transactions", id, "request-refund"], body: ["consumptionRequestReason": .string(reason)])
    }
    /// Refuses a refund that the customer asked for.
    public static func declineRefund(_ id: String) -> Self { Self("POST", ["transactions", id, "decline-refund"]) }
    /// Takes a refund back.
    public static func reverseRefund(_ id: String) -> Self { Self("POST", ["transactions", id, "reverse-refund"]) }
    /// Finishes a transaction.
    public static func finish(_ id: String) -> Self { Self("POST", ["transactions", id, "finish"]) }
    /// Deletes a transaction and what came of it.
    public static func delete(_ id: String) -> Self { Self("DELETE", ["transactions", id]) }
    /// Deletes all transactions of an account.
    public static func clear(account: String) -> Self { Self("DELETE", ["accounts", account, "transactions"]) }
}

// MARK: Subscriptions

extension StoreControlRequest {
    /// A command about a subscription, by its last part of the path.
    private static func subscription(_ id: String, _ command: String, _ body: JSONObject? = nil) -> Self {
        Self("POST", ["subscriptions", id, command], body: body)
    }
    /// Ends the period now and begins the next one.
    public static func renew(_ id: String) -> Self { subscription(id, "renew") }
    /// Ends the subscription now.
    public static func expire(_ id: String) -> Self { subscription(id, "expire") }
    /// Ends the subscription now for a reason of choice, 1 to 5.
    public static func end(_ id: String, because intent: ExpirationIntent) -> Self {
        subscription(id, "end", ["expirationIntent": .number(JSONNumber(intent.rawValue))])
    }
    /// Charges a failed renewal after all.
    public static func resolveBilling(_ id: String) -> Self { subscription(id, "resolve-billing") }
    /// Turns renewal on or off.
    public static func autoRenew(_ id: String, isOn: Bool) -> Self {
        subscription(id, "auto-renew", ["enabled": .bool(isOn)])
    }
    /// Chooses what the next renewal buys.
    public static func changeProduct(_ id: String, to productID: String) -> Self {
        subscription(id, "renewal-product", ["productId": .string(productID)])
    }
    /// Moves the end of the period by 1 to 90 days.
    public static func extend(_ id: String, days: Int) -> Self {
        subscription(id, "extend", ["extendByDays": .number(JSONNumber(days))])
    }
    /// Tells the customer of a higher price, in thousandths of the currency of their storefront.
    public static func priceIncrease(_ id: String, price: Int, needsConsent: Bool = true) -> Self {
        subscription(
            id,
            "price-increase",
            ["price": .number(JSONNumber(price)), "needsConsent": .bool(needsConsent)]
        )
    }
    /// Answers for the customer who was told of a higher price.
    public static func priceConsent(_ id: String, accepts: Bool) -> Self {
        subscription(id, "price-consent", ["accepts": .bool(accepts)])
    }
}

// MARK: Clock, settings, notifications

extension StoreControlRequest {
    /// The clock.
    public static var clock: Self { Self("GET", ["clock"]) }
    /// Moves the clock: `seconds`, `date` or `step`; `limit` is how many events may happen on the way.
    public static func advance(_ step: JSONObject) -> Self { Self("POST", ["clock"], body: step) }
    /// Ends the long way that the clock is on; it stays where it has come to.
    public static var stopAdvance: Self { Self("DELETE", ["clock", "journey"]) }
    /// Stops the clock.
    public static var pause: Self { Self("POST", ["clock", "pause"]) }
    /// Lets the clock run.
    public static var resume: Self { Self("POST", ["clock", "resume"]) }
    /// How the store behaves.
    public static var settings: Self { Self("GET", ["settings"]) }
    /// Changes how the store behaves.
    public static func changeSettings(_ changes: JSONObject) -> Self { Self("PATCH", ["settings"], body: changes) }
    /// Deletes all transactions and puts the settings back to the catalogue's.
    public static var reset: Self { Self("POST", ["reset"]) }
    /// Puts a snapshot in the place of the log of events.
    public static var compact: Self { Self("POST", ["compact"]) }
    /// The whole state, as bytes; see ``StoreControlClient/snapshot()``.
    static var snapshot: Self { Self("GET", ["snapshot"]) }
    /// Puts another state in the place of this one; see ``StoreControlClient/restore(snapshot:)``.
    static var restore: Self { Self("PUT", ["snapshot"]) }
    /// Sets where notifications go; nil for nowhere.
    public static func notify(_ url: String?) -> Self {
        Self("PUT", ["notifications", "destination"], body: ["url": url.map(JSONValue.string) ?? .null])
    }
    /// Sends what is due, and waits until that is done.
    public static var deliver: Self { Self("POST", ["notifications", "deliver"]) }
    /// Sends a test notification.
    public static var testNotification: Self { Self("POST", ["notifications", "test"]) }
}

extension String? {
    /// `?account=`
    fileprivate var asQuery: [String: String] { map { ["account": $0] } ?? [:] }
}
