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
        context.add(SubscriptionCommand.self, below: "subscriptions", to: group) { id throws(StoreError) in
            try store.subscription(id).json
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
}
