import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// Accounts, purchases, refunds.
struct BuyingRoutes {
    let context: ControlContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.post("accounts") { request, _ in
            let body = try await request.json(upTo: context.limit)
            let id = try body.required("id")
            let storefront = try body.optional("storefront", "text", \.string)
            let account = try context.refusing { () throws(StoreError) in
                try store.createAccount(id: id, storefront: storefront)
            }
            return JSONAnswer(account.json, status: .created)
        }
        group.post("purchases") { request, _ in
            let purchase = try purchase(try await request.json(upTo: context.limit))
            let transaction = try context.refusing { () throws(StoreError) in
                try store.buy(
                    productID: purchase.productID,
                    account: purchase.accountID,
                    quantity: purchase.quantity,
                    appAccountToken: purchase.appAccountToken
                )
            }
            return JSONAnswer(transaction.json, status: .created)
        }
        group.post("transactions/:id/refund") { request, routing in
            let id = try routing.parameters.require("id")
            let reason = try await request.json(upTo: context.limit)
                .optional("revocationReason", "whole number", \.lenientInteger)
            return try changed(id) { () throws(StoreError) in
                try store.refund(transactionID: id, reason: RevocationReason(rawValue: reason == 1 ? 1 : 0))
            }
        }
        group.post("transactions/:id/finish") { _, routing in
            let id = try routing.parameters.require("id")
            return try changed(id) { () throws(StoreError) in try store.finish(transactionID: id) }
        }
    }

    private func purchase(_ body: JSONObject) throws(RequestError) -> PurchaseRequest {
        let quantity = try body.optional("quantity", "whole number") { $0.lenientInteger.flatMap(Int.init(exactly:)) }
        return PurchaseRequest(
            productID: try body.required("productId"),
            accountID: try body.required("account"),
            quantity: quantity ?? 1,
            appAccountToken: try body.optional("appAccountToken", "UUID") { $0.string.flatMap(UUID.init(uuidString:)) }
        )
    }

    /// Carries out a command about a transaction and answers with the transaction as it is then.
    private func changed(_ id: String, _ command: () throws(StoreError) -> Void) throws(RequestError) -> JSONAnswer {
        try context.refusing { () throws(StoreError) in
            try command()
            return JSONAnswer(try store.transaction(id).json)
        }
    }
}
