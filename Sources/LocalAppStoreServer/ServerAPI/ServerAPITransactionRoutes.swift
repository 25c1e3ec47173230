import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// The App Store Server API about transactions: one, the app's own, the customer's name, orders, finishing; and what is in
/// ``ServerAPIHistoryRoutes`` and ``ServerAPIConsumptionRoutes``.
struct ServerAPITransactionRoutes {
    let context: ServerAPIContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("v1/transactions/:id") { _, routing in
            let transaction = try context.transaction(try routing.part("id"))
            let jws = try store.signedTransaction(transaction.transactionID)
            return JSONAnswer(["signedTransactionInfo": .string(jws)])
        }
        group.get("v1/transactions/appTransactions/:id") { _, routing in
            let account = try context.account(of: try routing.part("id"))
            return JSONAnswer(["signedAppTransactionInfo": .string(try store.signedAppTransaction(account: account))])
        }
        group.put("v1/transactions/:id/appAccountToken") { request, routing in
            let id = try routing.part("id")
            try setAppAccountToken(of: id, try await request.json(upTo: context.limit))
            return Response(status: .ok)
        }
        group.post("v1/transactions/:id/finish") { _, routing in
            let transaction = try context.transaction(try routing.part("id"))
            try store.finish(transactionID: transaction.transactionID)
            return Response(status: .ok)
        }
        group.get("v1/lookup/:order") { _, routing in
            try lookUp(try routing.part("order"))
        }
        ServerAPIHistoryRoutes(context: context).add(to: group)
        ServerAPIConsumptionRoutes(context: context).add(to: group)
    }

    private func setAppAccountToken(of id: String, _ body: JSONObject) throws {
        let transaction = try context.transaction(id)
        guard transaction.originalTransactionID == id, !transaction.isRestored else { throw ServerAPIError.notOriginal }
        guard transaction.ownership == .purchased else {
            throw ServerAPIError(
                4_000_185,
                "Invalid request. Family Sharing transactions aren't supported by this endpoint."
            )
        }
        guard let token = body["appAccountToken"]?.string.flatMap(UUID.init(uuidString:)) else {
            throw ServerAPIError(4_000_183, "Invalid request. The app account token field must be a valid UUID.")
        }
        try store.setAppAccountToken(token, originalTransactionID: id)
    }

    /// HTTP says 200 whether or not there is such an order; `status` says which.
    private func lookUp(_ order: String) throws -> JSONAnswer {
        let transaction = OrderID(order).flatMap { try? store.transaction($0.transactionID) }
        guard let transaction else { return JSONAnswer(["status": 1]) }
        return JSONAnswer(["status": 0, "signedTransactions": try context.signed([transaction])])
    }
}
