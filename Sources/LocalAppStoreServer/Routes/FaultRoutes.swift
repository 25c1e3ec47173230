import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// What goes wrong on demand.
struct FaultRoutes {
    let context: ControlContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("faults") { _, _ in
            JSONAnswer([
                "faults": .array(store.faults.map(\.json)), "kinds": .array(StoreFault.Kind.all.map(\.json)),
            ])
        }
        group.post("faults") { request, _ in
            let fault = try StoreFault(controlBody: try await request.json(upTo: context.limit))
            let set = try context.command { () throws(StoreError) in try store.setFault(fault) }
            return JSONAnswer(set.json, status: .created)
        }
        group.delete("faults/:id") { _, routing in
            let id = try routing.part("id")
            try context.command { () throws(StoreError) in try store.clearFault(id) }
            return remaining
        }
        group.delete("faults") { _, _ in
            try context.command { () throws(StoreError) in try store.clearFaults() }
            return remaining
        }
    }

    private var remaining: JSONAnswer { JSONAnswer(["faults": .array(store.faults.map(\.json))]) }
}

extension StoreFault {
    fileprivate init(controlBody body: JSONObject) throws(RequestError) {
        try body.allowOnly([
            "kind", "times", "account", "productId", "seconds", "failure", "storefront", "otherAccount", "environment",
        ])
        self.init(
            Kind(rawValue: try body.required("kind")),
            times: try body.optionalInteger("times"),
            accountID: try body.optionalText("account"),
            productID: try body.optionalText("productId"),
            parameters: Parameters(
                seconds: try body.optional("seconds", "number") { value in
                    if case .number(let number) = value { number.double } else { nil }
                },
                failure: try body.optionalText("failure").map(PurchaseFailure.init(rawValue:)),
                storefront: try body.optionalText("storefront"),
                otherAccountID: try body.optionalText("otherAccount"),
                environment: try body.optionalText("environment").map(AppStoreEnvironment.init(rawValue:))
            )
        )
    }
}
