import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// What is in the store as a whole: everything at once, what is for sale, what happened.
struct LookingRoutes {
    let context: ControlContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("state") { _, _ in
            JSONAnswer(try StoreState(context: context).json())
        }
        group.get("storefronts") { _, _ in
            JSONAnswer(["storefronts": .array(StoreCountry.all.map(\.json))])
        }
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
        group.get("events") { request, _ in
            let query = request.uri.queryParameters
            let after = try number(query["after"], "after") ?? 0
            let events = context.events.events(after: after).filter { event in
                query["account"].map { $0 == (event.accountID ?? "") } ?? true
            }
            return JSONAnswer(["events": .array(events.map(\.json))])
        }
    }

    private func number(_ text: Substring?, _ name: String) throws(RequestError) -> Int? {
        guard let text else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw RequestError(.badRequest, "invalid-value", "?\(name)= is no whole number")
        }
        return number
    }
}

extension ControlContext {
    /// The account that `?account=` names, or all.
    func accounts(_ request: Request) throws(RequestError) -> [String] {
        guard let name = request.uri.queryParameters["account"].map(String.init) else {
            return store.accounts.map(\.id)
        }
        return [try refusing { () throws(StoreError) in try store.account(name) }.id]
    }
}
