import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// The App Store Server API about what a customer bought: the history, and the refunds in it.
struct ServerAPIHistoryRoutes {
    /// How many refunds the first version of the look-up gives, which has no pages.
    private static let unpagedRefunds = 50

    let context: ServerAPIContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        for (version, withFinishedConsumables) in [("v1", false), ("v2", true)] {
            group.get(RouterPath("\(version)/history/:id")) { request, routing in
                let id = try routing.part("id")
                return try history(of: id, request, withFinishedConsumables: withFinishedConsumables)
            }
        }
        group.get("v2/refund/lookup/:id") { request, routing in
            try refunds(of: try routing.part("id"), request)
        }
        group.get("v1/refund/lookup/:id") { _, routing in
            let account = try context.account(of: try routing.part("id"))
            let page = store.history(
                account: account,
                isAscending: true,
                after: nil,
                size: Self.unpagedRefunds,
                where: \.isRefunded
            )
            return JSONAnswer(["signedTransactions": try context.signed(page.transactions)])
        }
    }

    private func history(
        of id: String,
        _ request: Request,
        withFinishedConsumables: Bool
    ) throws -> JSONAnswer {
        let query = try TransactionHistoryQuery(request.uri.queryParameters)
        let account = try context.account(of: id)
        var json = try page(of: account, query.order, query.revision, filters: query.text) { transaction in
            (withFinishedConsumables || !transaction.isUsedUp) && query.includes(transaction)
        }
        for (key, value) in context.identity.members { json[key] = value }
        return JSONAnswer(.object(json))
    }

    private func refunds(of id: String, _ request: Request) throws -> JSONAnswer {
        let account = try context.account(of: id)
        let revision = request.uri.queryParameters["revision"].map(String.init)
        return JSONAnswer(
            .object(try page(of: account, .ascending, revision, filters: "refunds", where: \.isRefunded))
        )
    }

    private func page(
        of account: String,
        _ order: HistoryRevision.Order,
        _ revision: String?,
        filters: String,
        where isWanted: (StoreTransaction) -> Bool
    ) throws -> JSONObject {
        let start = try revision.map { text throws(ServerAPIError) in try HistoryRevision(text, filters: filters) }
        let page = store.history(
            account: account,
            isAscending: order == .ascending,
            after: start?.place,
            size: ServerAPIContext.pageSize,
            where: isWanted
        )
        return [
            "revision": .string((page.end.map(HistoryRevision.init) ?? start ?? .beginning).text(filters: filters)),
            "hasMore": .bool(page.hasMore),
            "signedTransactions": try context.signed(page.transactions),
        ]
    }
}

extension StoreTransaction {
    /// Whether the first version of the history leaves it out: a consumable that the app has finished, unless refunded.
    fileprivate var isUsedUp: Bool { productType == .consumable && isFinished && revocationDate == nil }

    /// Whether money was paid back for it; what a family shared and took away cost its member nothing.
    fileprivate var isRefunded: Bool { revocationDate != nil && ownership == .purchased }
}
