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
        group.post("subscriptions/:id/auto-renew") { request, routing in
            let id = try routing.parameters.require("id")
            let body = try await request.json(upTo: context.limit)
            guard let isOn = body[boolean: "enabled"] else {
                throw RequestError.invalidBody("the member \"enabled\" is missing, or neither true nor false")
            }
            return try changed(id) { () throws(StoreError) in try store.setAutoRenew(isOn, originalTransactionID: id) }
        }
        group.post("subscriptions/:id/renewal-product") { request, routing in
            let id = try routing.parameters.require("id")
            let product = try await request.json(upTo: context.limit).required("productId")
            return try changed(id) { () throws(StoreError) in
                try store.setRenewalProduct(product, originalTransactionID: id)
            }
        }
        group.post("subscriptions/:id/renew") { _, routing in
            let id = try routing.parameters.require("id")
            return try changed(id) { () throws(StoreError) in try store.forceRenewal(originalTransactionID: id) }
        }
        group.post("subscriptions/:id/expire") { _, routing in
            let id = try routing.parameters.require("id")
            return try changed(id) { () throws(StoreError) in try store.expire(originalTransactionID: id) }
        }
        group.post("subscriptions/:id/resolve-billing") { _, routing in
            let id = try routing.parameters.require("id")
            return try changed(id) { () throws(StoreError) in try store.resolveBilling(originalTransactionID: id) }
        }
    }

    /// Carries out a command about a subscription and answers with the subscription as it is then.
    private func changed(_ id: String, _ command: () throws(StoreError) -> Void) throws(RequestError) -> JSONAnswer {
        try context.refusing { () throws(StoreError) in
            try command()
            return JSONAnswer(try store.subscription(id).json)
        }
    }
}
