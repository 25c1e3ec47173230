import AppStoreModels
import Entitlements
import Foundation

/// What a customer has while the App Store is still to be heard about a receipt: what is confirmed, and what the receipt itself
/// states, whose signature was checked here.
struct ProvisionalStatement: Sendable, Hashable {
    /// What the App Store has said.
    let confirmed: CustomerStatement
    /// What follows if it says nothing else than the receipt does.
    let likely: CustomerStatement

    /// As ``CustomerStatement/json``; what is not confirmed says so.
    var json: JSONObject {
        var json = likely.json
        let known = Set(confirmed.entitlements.map(Right.init))
        json[array: "entitlements"] = likely.entitlements.map { entitlement in
            var object = entitlement.json(counting: likely.countedEnvironments)
            if !known.contains(Right(entitlement)) { object[boolean: "isProvisional"] = true }
            return .object(object)
        }
        return json
    }

    /// What an entitlement gives, and by which purchase. A receipt and the App Store need not say the same about all else: one
    /// of them may know the ownership and the other one the price.
    private struct Right: Hashable {
        private let productID: String
        private let transactionID: String
        private let environment: AppStoreEnvironment
        private let state: EntitlementState
        private let accessEndDate: Date?
        private let quantity: Int

        init(_ entitlement: Entitlement) {
            (productID, transactionID) = (entitlement.productID, entitlement.transactionID)
            (environment, state) = (entitlement.environment, entitlement.state)
            (accessEndDate, quantity) = (entitlement.accessEndDate, entitlement.quantity)
        }
    }
}

/// What is stored about a customer, without and with what a receipt states that is still to be confirmed.
struct ProvisionalRecord: Sendable, Hashable {
    let confirmed: CustomerRecord
    let likely: CustomerRecord
}

extension PurchaseServerApplication {
    /// What a customer has, and would have by what a receipt states.
    func statement(of customer: CustomerID, stating facts: PurchaseFacts) async throws -> ProvisionalStatement {
        let record = try await storage.provisionalRecord(of: customer, stating: facts)
        return ProvisionalStatement(
            confirmed: try configuration.statement(of: record.confirmed),
            likely: try configuration.statement(of: record.likely)
        )
    }
}
