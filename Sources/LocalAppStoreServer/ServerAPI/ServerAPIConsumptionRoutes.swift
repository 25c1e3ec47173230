import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// The App Store Server API about the use of purchases whose refund a customer asks for, in both versions.
struct ServerAPIConsumptionRoutes {
    let context: ServerAPIContext

    func add(to group: RouterGroup<BasicRequestContext>) {
        group.put("v1/transactions/consumption/:id") { request, routing in
            let transaction = try context.transaction(try routing.part("id"))
            guard [.consumable, .autoRenewableSubscription].contains(transaction.productType) else {
                throw ServerAPIError(4_000_047, "Invalid request. This type of in-app purchase is not supported.")
            }
            let body = try await request.json(upTo: context.limit)
            return try report(try ConsumptionInformation.version1(body), on: transaction)
        }
        group.put("v2/transactions/consumption/:id") { request, routing in
            let transaction = try context.transaction(try routing.part("id"))
            let body = try await request.json(upTo: context.limit)
            return try report(try ConsumptionInformation.version2(body), on: transaction)
        }
    }

    private func report(_ answer: StoreConsumptionAnswer, on transaction: StoreTransaction) throws -> Response {
        try context.store.reportConsumption(transactionID: transaction.transactionID, answer)
        return Response(status: .accepted)
    }
}
