public import AppStoreModels

/// What an app asks of Advanced Commerce, and its customer confirms.
public struct AdvancedCommerceOrder: Sendable, Hashable {
    /// The request, as the app has it.
    public enum Request: Sendable, Hashable {
        /// A compact JWS that the developer's server signed with its In-App Purchase key.
        case signed(String)
        /// The request itself, with its `operation`; nobody signed it.
        case unsigned(AdvancedCommerceRequest)
    }

    /// The request.
    public let request: Request
    /// The generic product, of the catalogue.
    public let productID: String
    /// The customer.
    public let account: String

    /// An order.
    public init(_ request: Request, productID: String, account: String) {
        self.request = request
        self.productID = productID
        self.account = account
    }

    /// `{"productId":"…","account":"flora"}` with either `jws` or `request`.
    init(_ body: JSONObject) throws(RequestError) {
        try body.allowOnly(["productId", "account", "jws", "request"])
        productID = try body.required("productId")
        account = try body.required("account")
        let jws = try body.optionalText("jws")
        let plain = try body.optional("request", "object", \.object)
        switch (jws, plain) {
        case (let jws?, nil): request = .signed(jws)
        case (nil, let json?): request = .unsigned(AdvancedCommerceRequest(json: json))
        default: throw .invalidBody("give either \"jws\" or \"request\"")
        }
    }

    /// The order as a body has it.
    var body: JSONObject {
        var body: JSONObject = ["productId": .string(productID), "account": .string(account)]
        switch request {
        case .signed(let jws): body["jws"] = .string(jws)
        case .unsigned(let request): body["request"] = .object(request.json)
        }
        return body
    }
}
