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
        context.add(TransactionCommand.self, below: "transactions", to: group) { id throws(StoreError) in
            try store.transaction(id).json
        }
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
        group.get("refund-requests") { request, _ in
            let account = request.uri.queryParameters["account"].map(String.init)
            let requests = store.refundRequests.filter { account == nil || $0.accountID == account }
            return JSONAnswer(["refundRequests": .array(requests.map(\.json))])
        }
        group.get("mass-extensions") { _, _ in
            JSONAnswer(["massExtensions": .array(store.massExtensions.map(\.json))])
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
}
