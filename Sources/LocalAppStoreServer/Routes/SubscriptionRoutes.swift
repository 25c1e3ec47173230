import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// What a customer or the App Store does to a subscription.
struct SubscriptionRoutes {
    let context: ControlContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        addLooking(to: group)
        command("renew", in: group) { id, _ in try store.forceRenewal(originalTransactionID: id) }
        command("expire", in: group) { id, _ in try store.expire(originalTransactionID: id) }
        command("resolve-billing", in: group) { id, _ in try store.resolveBilling(originalTransactionID: id) }
        command("auto-renew", members: ["enabled"], in: group) { id, body in
            try store.setAutoRenew(try body.requiredFlag("enabled"), originalTransactionID: id)
        }
        command("renewal-product", members: ["productId"], in: group) { id, body in
            try store.setRenewalProduct(try body.required("productId"), originalTransactionID: id)
        }
        command("end", members: ["expirationIntent"], in: group) { id, body in
            let intent = ExpirationIntent(rawValue: try body.requiredInteger("expirationIntent"))
            try store.end(originalTransactionID: id, because: intent)
        }
        command("extend", members: ["extendByDays"], in: group) { id, body in
            try store.extendRenewal(originalTransactionID: id, days: try body.requiredInteger("extendByDays"))
        }
        command("price-increase", members: ["price", "needsConsent"], in: group) { id, body in
            guard let price = body.thousandths("price") else {
                throw RequestError.invalidBody("the member \"price\" is missing, or no whole number of thousandths")
            }
            let needsConsent = try body.optionalFlag("needsConsent") ?? true
            try store.requestPriceIncrease(originalTransactionID: id, price: price, needsConsent: needsConsent)
        }
        command("price-consent", members: ["accepts"], in: group) { id, body in
            try store.answerPriceIncrease(originalTransactionID: id, accepts: try body.requiredFlag("accepts"))
        }
    }

    private func addLooking(to group: RouterGroup<BasicRequestContext>) {
        group.get("subscriptions") { request, _ in
            let accounts = try context.accounts(request)
            return JSONAnswer([
                "subscriptions": .array(accounts.flatMap { store.subscriptions(account: $0) }.map(\.json))
            ])
        }
        group.get("subscriptions/:id") { _, routing in
            let id = try routing.part("id")
            return JSONAnswer(try context.refusing { () throws(StoreError) in try store.subscription(id).json })
        }
        group.get("subscriptions/:id/signed") { _, routing in
            let id = try routing.part("id")
            return JSONAnswer(
                SignedDocuments.jws(try context.command { () throws(StoreError) in try store.signedRenewalInfo(id) })
            )
        }
    }

    /// Carries out a command about a subscription and answers with the subscription as it is then.
    private func command(
        _ name: String,
        members: Set<String> = [],
        in group: RouterGroup<BasicRequestContext>,
        _ command: @escaping @Sendable (_ id: String, _ body: JSONObject) throws -> Void
    ) {
        group.post(RouterPath("subscriptions/:id/\(name)")) { request, routing in
            let id = try routing.part("id")
            let body = try await request.json(upTo: context.limit, only: members)
            do {
                try context.clock.keepUp()
                try command(id, body)
                return JSONAnswer(try store.subscription(id).json)
            } catch let error as StoreError {
                throw RequestError(error)
            }
        }
    }
}
