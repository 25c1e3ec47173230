import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore
import StoreConfiguration

/// The App Store Server API about moving the ends of periods: one subscription's, and those of all subscribers of a product.
struct ServerAPIExtensionRoutes {
    let context: ServerAPIContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.put("v1/subscriptions/extend/:id") { request, routing in
            try extend(try routing.part("id"), try await request.json(upTo: context.limit))
        }
        group.post("v1/subscriptions/extend/mass") { request, _ in
            let wanted = try massExtension(try await request.json(upTo: context.limit))
            if let known = store.massExtension(
                productID: wanted.productID,
                requestIdentifier: wanted.requestIdentifier
            ), !known.asksForTheSame(as: wanted) {
                throw ServerAPIError.invalidRequestIdentifier
            }
            try store.extendAll(wanted)
            return JSONAnswer(["requestIdentifier": .string(wanted.requestIdentifier)])
        }
        group.get("v1/subscriptions/extend/mass/:product/:request") { _, routing in
            let extended = store.massExtension(
                productID: try routing.part("product"),
                requestIdentifier: try routing.part("request")
            )
            guard let extended else { throw ServerAPIError(4_040_009, "Status request not found.") }
            return JSONAnswer(extended.status)
        }
    }

    // MARK: One subscription

    private func extend(_ id: String, _ body: JSONObject) throws -> JSONAnswer {
        let order = try ExtensionOrder(body)
        try check(id)
        do {
            try store.extendRenewal(originalTransactionID: id, days: order.days, request: order.requestIdentifier)
        } catch {
            switch error.code {
            case .extensionLimit: throw ServerAPIError(4_030_005, error.reason)
            case .invalidState: throw ServerAPIError(4_030_004, error.reason)
            case .familyShared: throw ServerAPIError(4_030_007, error.reason)
            case _ where error.appStoreCode == 4_000_011: throw ServerAPIError(4_000_011, error.reason)
            default: throw error
            }
        }
        return try extended(id)
    }

    /// Refuses what is not the first transaction of a subscription that was bought.
    private func check(_ id: String) throws(ServerAPIError) {
        guard ServerAPIContext.isIdentifier(id) else {
            throw ServerAPIError(4_000_008, "Invalid original transaction id.")
        }
        if store.account(appTransactionID: id) != nil { throw .appTransactionNotSupported }
        guard let transaction = try? store.transaction(id) else { throw .originalTransactionNotFound }
        guard transaction.ownership != .familyShared else {
            throw ServerAPIError(4_030_007, "Subscriptions of a family are extended through who bought them.")
        }
        guard transaction.originalTransactionID == id, !transaction.isRestored else { throw .notOriginal }
        guard transaction.productType == .autoRenewableSubscription else { throw .originalTransactionNotFound }
    }

    private func extended(_ id: String) throws -> JSONAnswer {
        let subscription = try store.subscription(id)
        var json: JSONObject = ["originalTransactionId": .string(id), "success": true]
        json["webOrderLineItemId"] = try store.transaction(subscription.latestTransactionID).webOrderLineItemID
            .map(JSONValue.string)
        json[milliseconds: "effectiveDate"] = subscription.expiresDate
        return JSONAnswer(.object(json))
    }

    // MARK: All subscribers of a product

    private func massExtension(_ body: JSONObject) throws -> MassExtension {
        let order = try ExtensionOrder(body)
        guard let product = body["productId"]?.string,
            try store.catalogue().contains(where: { $0.productID == product && $0.subscription != nil })
        else { throw ServerAPIError(4_000_023, "Invalid product id.") }
        return MassExtension(
            requestIdentifier: order.requestIdentifier,
            productID: product,
            extendByDays: order.days,
            extendReasonCode: order.reason,
            storefrontCountryCodes: try storefronts(body)
        )
    }

    private func storefronts(_ body: JSONObject) throws(ServerAPIError) -> [String]? {
        guard let value = body["storefrontCountryCodes"], value != .null else { return nil }
        guard let values = value.array, !values.isEmpty else {
            throw ServerAPIError(4_000_027, "The list of storefront country codes is empty.")
        }
        return try values.map { value throws(ServerAPIError) in
            // All that the App Store has, also where nobody can buy here.
            guard let code = value.string, AppStorefronts.known.contains(code) else {
                throw ServerAPIError(4_000_028, "Invalid storefront country code.")
            }
            return code
        }
    }
}

/// What both ways of extending say.
private struct ExtensionOrder {
    let days: Int
    let reason: Int
    let requestIdentifier: String

    /// - Throws: 4000009, 4000010, 4000011
    init(_ body: JSONObject) throws(ServerAPIError) {
        guard let days = body[integer: "extendByDays"].flatMap(Int.init(exactly:)),
            ExtendRenewalDateRequest.possibleDays.contains(days)
        else {
            throw ServerAPIError(4_000_009, "Invalid extend by days value.")
        }
        guard let reason = body[integer: "extendReasonCode"], (0...3).contains(reason) else {
            throw ServerAPIError(4_000_010, "Invalid extend reason code.")
        }
        guard let identifier = body[string: "requestIdentifier"], (1...128).contains(identifier.count) else {
            throw .invalidRequestIdentifier
        }
        (self.days, self.reason, requestIdentifier) = (days, Int(reason), identifier)
    }
}

extension MassExtension {
    /// How far it is, as Apple says it.
    fileprivate var status: JSONValue {
        var json: JSONObject = [
            "requestIdentifier": .string(requestIdentifier), "complete": .bool(completeDate != nil),
        ]
        guard let completeDate else { return .object(json) }
        json[milliseconds: "completeDate"] = completeDate
        json["succeededCount"] = .number(JSONNumber(succeededCount))
        json["failedCount"] = .number(JSONNumber(failedCount))
        return .object(json)
    }
}
