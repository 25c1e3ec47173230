import AppStoreModels
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
            let fault = try StoreFault(body: try await request.json(upTo: context.limit))
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
