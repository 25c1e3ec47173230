import AppReceipt
import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// Customers: who they are, what they may do, and everything that is theirs.
struct AccountRoutes {
    let context: ControlContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        addLooking(to: group)
        addAppTransaction(to: group)
        group.post("accounts") { request, _ in
            let body = try await request.json(upTo: context.limit)
            try body.allowOnly(["id", "storefront"])
            let id = try body.required("id")
            let storefront = try body.optionalText("storefront")
            let account = try context.command { () throws(StoreError) in
                try store.createAccount(id: id, storefront: storefront)
            }
            return JSONAnswer(account.json, status: .created)
        }
        group.patch("accounts/:id") { request, routing in
            let id = try routing.part("id")
            let change = try AccountChange(try await request.json(upTo: context.limit))
            return JSONAnswer(
                try context.command { () throws(StoreError) in
                    try change.perform(on: id, in: store)
                    return try store.account(id).json
                }
            )
        }
        group.post("accounts/:id/restore") { request, routing in
            let id = try routing.part("id")
            let body = try await request.json(upTo: context.limit, only: ["applicationUsername", "asDevice"])
            let username = try body.optionalText("applicationUsername")
            let isByDevice = try body.optionalFlag("asDevice") ?? false
            let copies = try context.command { () throws(StoreError) in
                guard isByDevice else { return try store.restore(account: id, applicationUsername: username) }
                return try store.deviceRestoreAtOnce(account: id, applicationUsername: username)
            }
            return JSONAnswer(["transactions": .array(copies.map(\.json))])
        }
        group.delete("accounts/:id/transactions") { _, routing in
            let id = try routing.part("id")
            await context.notifications.publishAll()
            try context.command { () throws(StoreError) in try store.clearTransactions(account: id) }
            return JSONAnswer(["transactions": []])
        }
    }

    private func addLooking(to group: RouterGroup<BasicRequestContext>) {
        group.get("accounts") { _, _ in
            JSONAnswer(["accounts": .array(store.accounts.map(\.json))])
        }
        group.get("accounts/:id") { _, routing in
            JSONAnswer(try account(routing).json)
        }
        group.get("accounts/:id/timeline") { _, routing in
            let account = try account(routing)
            return JSONAnswer(AccountTimeline(account: account.id, engine: store.engine).json)
        }
        group.get("accounts/:id/receipt") { request, routing in
            let account = try account(routing)
            let device = try device(request.uri.queryParameters["device"].map(String.init))
            let receipt = try context.command { () throws(StoreError) in
                try store.receipt(account: account.id, device: device)
            }
            return JSONAnswer(SignedDocuments.receipt(receipt, at: context.clock.now))
        }
    }

    private func addAppTransaction(to group: RouterGroup<BasicRequestContext>) {
        group.get("accounts/:id/app-transaction") { request, routing in
            let account = try account(routing)
            let device = try request.uri.queryParameters["device"].map { text throws(RequestError) in
                guard let device = UUID(uuidString: String(text)) else {
                    throw RequestError(.badRequest, "invalid-value", "the device is no UUID")
                }
                return device
            }
            let signed = try context.command { () throws(StoreError) in
                try store.signedAppTransaction(account: account.id, device: device)
            }
            return JSONAnswer(SignedDocuments.jws(signed))
        }
    }

    private static let someDevice = "00000000-0000-4000-8000-000000000001"

    private func account(_ routing: BasicRequestContext) throws -> StoreAccount {
        let id = try routing.part("id")
        return try context.refusing { () throws(StoreError) in try store.account(id) }
    }

    /// The device that `?device=` names, a UUID as `identifierForVendor` is; some device if it names none.
    private func device(_ text: String?) throws(RequestError) -> DeviceIdentifier {
        let text = text ?? Self.someDevice
        guard let uuid = UUID(uuidString: text), let device = try? DeviceIdentifier(identifierForVendor: uuid) else {
            throw RequestError(.badRequest, "invalid-value", "the device is no UUID")
        }
        return device
    }
}
