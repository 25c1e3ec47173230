import AppStoreModels
import Foundation

/// What a request wants of an endpoint; what it does not name stays.
struct WebhookWish: Sendable {
    let address: String?
    private let types: Set<PurchaseEventType>??
    private let environment: AppStoreEnvironment??
    private let isEnabled: Bool?
    private let forwardsNotifications: Bool?
    private let shape: WebhookShape?
    private let authorization: String??

    /// What a body may have.
    static let members: Set = [
        "address", "types", "environment", "isEnabled", "forwardsNotifications", "shape", "authorization",
    ]

    /// - Throws: ``APIError``, code `invalid-body`, for one that means nothing.
    init(_ body: JSONObject) throws {
        address = try body.wished("address", "an https address") { $0.string }
        types = try body.wished("types", "a list of types of events, or null for all") { value in
            if value == .null { return .some(nil) }
            guard let names = value.array?.compactMap(\.string), names.count == value.array?.count else { return nil }
            let types = names.map(PurchaseEventType.init(rawValue:))
            guard types.allSatisfy(PurchaseEventType.all.contains) else { return nil }
            return .some(Set(types))
        }
        environment = try body.wished("environment", "Production, Sandbox, or null for both") { value in
            if value == .null { return .some(nil) }
            let environments: [AppStoreEnvironment] = [.production, .sandbox]
            return environments.first { $0.rawValue == value.string }.map(Optional.some)
        }
        isEnabled = try body.wished("isEnabled", "true or false", Self.boolean)
        forwardsNotifications = try body.wished("forwardsNotifications", "true or false", Self.boolean)
        shape = try body.wished("shape", "purser or revenuecat") { $0.string.flatMap(WebhookShape.init) }
        authorization = try body.wished("authorization", "a text of 1 to 1024 visible ASCII characters, or null") {
            if $0 == .null { return .some(nil) }
            guard let text = $0.string, (1...1_024).contains(text.utf8.count),
                text.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
            else { return nil }
            return .some(text)
        }
    }

    private static func boolean(_ value: JSONValue) -> Bool? {
        guard case .bool(let bool) = value else { return nil }
        return bool
    }

    func apply(to endpoint: inout WebhookEndpoint) {
        if let address { endpoint.address = address }
        if let types { endpoint.types = types }
        if let environment { endpoint.environment = environment }
        if let isEnabled { endpoint.isEnabled = isEnabled }
        if let shape { endpoint.shape = shape }
        if let authorization { endpoint.authorization = authorization }
        if let forwardsNotifications { endpoint.forwardsNotifications = forwardsNotifications }
    }
}

extension JSONObject {
    fileprivate func wished<Value>(
        _ key: String,
        _ meaning: String,
        _ read: (JSONValue) -> Value?
    ) throws -> Value? {
        guard let value = self[key] else { return nil }
        guard let wish = read(value) else { throw WebhookRoutes.refusal(key, meaning) }
        return wish
    }
}
