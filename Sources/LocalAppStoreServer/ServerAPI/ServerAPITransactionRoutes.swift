import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// The App Store Server API about transactions: one, the history, refunds, orders, finishing.
struct ServerAPITransactionRoutes {
    let context: ServerAPIContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.get("v1/transactions/:id") { _, routing in
            let transaction = try context.transaction(try routing.part("id"))
            let jws = try store.signedTransaction(transaction.transactionID)
            return JSONAnswer(["signedTransactionInfo": .string(jws)])
        }
        group.post("v1/transactions/:id/finish") { _, routing in
            let transaction = try context.transaction(try routing.part("id"))
            try store.finish(transactionID: transaction.transactionID)
            return Response(status: .ok)
        }
        for (version, withFinishedConsumables) in [("v1", false), ("v2", true)] {
            group.get(RouterPath("\(version)/history/:id")) { request, routing in
                let id = try routing.part("id")
                return try history(of: id, request, withFinishedConsumables: withFinishedConsumables)
            }
        }
        group.get("v2/refund/lookup/:id") { request, routing in
            try refunds(of: try routing.part("id"), request)
        }
        group.get("v1/lookup/:order") { _, routing in
            try lookUp(try routing.part("order"))
        }
    }

    private func history(
        of id: String,
        _ request: Request,
        withFinishedConsumables: Bool
    ) throws -> JSONAnswer {
        let query = try TransactionHistoryQuery(request.uri.queryParameters)
        let account = try context.account(of: id)
        let transactions = store.transactions(account: account).filter { transaction in
            (withFinishedConsumables || transaction.productType != .consumable || !transaction.isFinished)
                && query.includes(transaction)
        }
        var json = try page(of: transactions, query.order, query.revision, filters: query.text)
        for (key, value) in context.identity.members { json[key] = value }
        return JSONAnswer(.object(json))
    }

    private func refunds(of id: String, _ request: Request) throws -> JSONAnswer {
        let account = try context.account(of: id)
        let refunded = store.transactions(account: account).filter { $0.revocationDate != nil }
        let revision = request.uri.queryParameters["revision"].map(String.init)
        return JSONAnswer(.object(try page(of: refunded, .ascending, revision, filters: "refunds")))
    }

    private func page(
        of transactions: [StoreTransaction],
        _ order: HistoryRevision.Order,
        _ revision: String?,
        filters: String
    ) throws -> JSONObject {
        let start = try revision.map { text throws(ServerAPIError) in try HistoryRevision(text, filters: filters) }
        let page = HistoryPage(transactions, order: order, after: start, size: ServerAPIContext.pageSize)
        return [
            "revision": .string((page.end ?? start ?? .beginning).text(filters: filters)),
            "hasMore": .bool(page.hasMore),
            "signedTransactions": try context.signed(page.transactions),
        ]
    }

    /// HTTP says 200 whether or not there is such an order; `status` says which.
    private func lookUp(_ order: String) throws -> JSONAnswer {
        let transaction = OrderID(order).flatMap { try? store.transaction($0.transactionID) }
        guard let transaction else { return JSONAnswer(["status": 1]) }
        return JSONAnswer(["status": 0, "signedTransactions": try context.signed([transaction])])
    }
}
