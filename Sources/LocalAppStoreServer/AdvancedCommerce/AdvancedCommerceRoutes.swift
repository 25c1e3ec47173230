import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// Apple's Advanced Commerce interface for servers: what becomes of purchases from the developer's own catalogue.
struct AdvancedCommerceRoutes {
    let context: ServerAPIContext

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        for call in CommerceCall.allCases {
            group.post(RouterPath("v1/\(call.path)/:id")) { request, routing in
                let transaction = try context.transaction(try routing.part("id"))
                let body = try await request.json(upTo: context.limit)
                do throws(StoreError) {
                    try store.performCommerce(call, body, transactionID: transaction.transactionID)
                    return try answer(about: transaction)
                } catch {
                    throw ServerAPIError(numbered: error)
                }
            }
        }
    }

    /// The latest transaction of a subscription with what its next renewal does; the transaction itself, where that is all.
    private func answer(about transaction: StoreTransaction) throws(StoreError) -> JSONAnswer {
        guard let chain = try? store.subscription(transaction.originalTransactionID) else {
            return JSONAnswer([
                "signedTransactionInfo": .string(try store.signedTransaction(transaction.transactionID))
            ])
        }
        return JSONAnswer([
            "signedTransactionInfo": .string(try store.signedTransaction(chain.latestTransactionID)),
            "signedRenewalInfo": .string(try store.signedRenewalInfo(chain.originalTransactionID)),
        ])
    }
}
