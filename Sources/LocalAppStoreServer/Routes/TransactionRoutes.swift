import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// What the App Store does to transactions.
struct TransactionRoutes {
    let context: ControlContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        addLooking(to: group)
        group.post("transactions/:id/refund") { request, routing in
            let id = try routing.part("id")
            let body = try await request.json(upTo: context.limit)
            try body.allowOnly(["revocationReason"])
            let reason = try body.optionalInteger("revocationReason") ?? 0
            guard (0...1).contains(reason) else {
                throw RequestError(.badRequest, "invalid-value", "the member \"revocationReason\" is 0 or 1")
            }
            return try changed(id) { () throws(StoreError) in
                try store.refund(transactionID: id, reason: RevocationReason(rawValue: reason))
            }
        }
        group.post("transactions/:id/request-refund") { request, routing in
            let id = try routing.part("id")
            let body = try await request.json(upTo: context.limit)
            try body.allowOnly(["consumptionRequestReason"])
            let reason = try body.optionalText("consumptionRequestReason") ?? "OTHER"
            return try changed(id) { () throws(StoreError) in
                try store.requestRefund(transactionID: id, reason: reason)
            }
        }
        command("decline-refund", in: group) { id throws(StoreError) in try store.declineRefund(transactionID: id) }
        command("reverse-refund", in: group) { id throws(StoreError) in try store.reverseRefund(transactionID: id) }
        command("finish", in: group) { id throws(StoreError) in try store.finish(transactionID: id) }
        group.delete("transactions/:id") { _, routing in
            let id = try routing.part("id")
            await context.notifications.publishAll()
            try context.command { () throws(StoreError) in try store.delete(transactionID: id) }
            return JSONAnswer(["transactionId": .string(id)])
        }
        group.delete("transactions") { _, _ in
            await context.notifications.publishAll()
            try context.command { () throws(StoreError) in try store.clearTransactions() }
            return JSONAnswer(["transactions": []])
        }
    }

    private func addLooking(to group: RouterGroup<BasicRequestContext>) {
        group.get("transactions") { request, _ in
            let accounts = try context.accounts(request)
            return JSONAnswer(["transactions": .array(accounts.flatMap { store.transactions(account: $0) }.map(\.json))]
            )
        }
        group.get("transactions/:id") { _, routing in
            let id = try routing.part("id")
            return JSONAnswer(try context.refusing { () throws(StoreError) in try store.transaction(id).json })
        }
        group.get("transactions/:id/signed") { _, routing in
            let id = try routing.part("id")
            return JSONAnswer(
                SignedDocuments.jws(try context.command { () throws(StoreError) in try store.signedTransaction(id) })
            )
        }
    }

    /// A command that needs to be told nothing.
    private func command(
        _ name: String,
        in group: RouterGroup<BasicRequestContext>,
        _ command: @escaping @Sendable (String) throws(StoreError) -> Void
    ) {
        group.post(RouterPath("transactions/:id/\(name)")) { request, routing in
            let id = try routing.part("id")
            try await request.checkEmpty(upTo: context.limit)
            return try changed(id) { () throws(StoreError) in try command(id) }
        }
    }

    /// Carries out a command about a transaction and answers with the transaction as it is then.
    private func changed(_ id: String, _ command: () throws(StoreError) -> Void) throws(RequestError) -> JSONAnswer {
        try context.command { () throws(StoreError) in
            try command()
            return JSONAnswer(try store.transaction(id).json)
        }
    }
}
