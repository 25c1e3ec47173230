import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// What is in the store: products, accounts, transactions, subscriptions, events.
struct LookingRoutes {
    let context: ControlContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("products") { request, _ in
            let query = request.uri.queryParameters
            let items = try context.refusing { () throws(StoreError) in
                try store.catalogue(
                    account: query["account"].map(String.init),
                    locale: query["locale"].map(String.init)
                )
            }
            return JSONAnswer(["products": .array(items.map(\.json))])
        }
        group.get("accounts") { _, _ in
            JSONAnswer(["accounts": .array(store.accounts.map(\.json))])
        }
        group.get("transactions") { request, _ in
            let accounts = try accounts(request)
            return JSONAnswer(["transactions": .array(accounts.flatMap { store.transactions(account: $0) }.map(\.json))]
            )
        }
        group.get("subscriptions") { request, _ in
            let accounts = try accounts(request)
            return JSONAnswer([
                "subscriptions": .array(accounts.flatMap { store.subscriptions(account: $0) }.map(\.json))
            ])
        }
        group.get("events") { request, _ in
            let after = request.uri.queryParameters["after"].flatMap { Int($0) } ?? 0
            return JSONAnswer(["events": .array(context.events.events(after: after).map(\.json))])
        }
    }

    /// The account that `?account=` names, or all.
    private func accounts(_ request: Request) throws(RequestError) -> [String] {
        guard let name = request.uri.queryParameters["account"].map(String.init) else {
            return store.accounts.map(\.id)
        }
        return [try context.refusing { () throws(StoreError) in try store.account(name) }.id]
    }
}
