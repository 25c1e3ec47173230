import AppStoreModels
import Entitlements
import Foundation

/// What a customer had at a moment, and by which statements.
struct PastMoment {
    /// What is taken for known.
    enum Knowledge: String, CaseIterable {
        /// What the App Store had stated by then: what the server would have answered.
        case then
        /// All that was stated since, too: what was the case.
        case now
    }

    let date: Date
    let knowledge: Knowledge
    /// What was known.
    let facts: PurchaseFacts
    let entitlements: [Entitlement]
    let access: AccessStatement
    /// The App Stores whose purchases count for the customer.
    let countedEnvironments: Set<AppStoreEnvironment>

    init(of record: CustomerRecord, at date: Date, _ knowledge: Knowledge, _ configuration: PurchaseServerConfiguration)
    {
        (self.date, self.knowledge) = (date, knowledge)
        switch knowledge {
        case .then:
            facts = PurchaseFacts(
                purchases: record.facts.purchases.filter { $0.statedDate <= date },
                renewals: record.facts.renewals.filter { $0.statedDate <= date }
            )
        case .now: facts = record.facts
        }
        entitlements = facts.entitlements(at: date, rules: configuration.entitlementRules)
        let name = record.name(forSandbox: configuration.customers.sandbox)
        countedEnvironments = configuration.customers.sandbox.environments(for: name)
        access = AccessStatement(
            entitlements: entitlements,
            grants: record.grants.map(\.grant),
            at: date,
            catalogue: configuration.customers.levels,
            sandbox: configuration.customers.sandbox,
            customer: name
        )
    }

    var json: JSONObject {
        var json: JSONObject = ["known": .string(knowledge.rawValue)]
        json[milliseconds: "date"] = date
        json[array: "entitlements"] = entitlements.map { entitlement -> JSONValue in
            var object = entitlement.json(counting: countedEnvironments)
            object[array: "decidedBy"] = deciding(entitlement).map(JSONValue.object)
            return .object(object)
        }
        json[array: "levels"] = access.levels.filter(\.isActive).map { .object($0.json) }
        return json
    }

    /// The newest statement about the transaction, and the newest about its renewal: of several the fold goes by these.
    private func deciding(_ entitlement: Entitlement) -> [JSONObject] {
        let purchase = facts.purchases.filter {
            $0.environment == entitlement.environment && $0.transactionID == entitlement.transactionID
        }.max { $0.statedDate < $1.statedDate }
        let renewal = facts.renewals.filter {
            $0.environment == entitlement.environment && $0.originalTransactionID == entitlement.originalTransactionID
        }.max { $0.statedDate < $1.statedDate }
        return [
            purchase.map { Self.json("transaction", $0.transactionID, $0.statedDate) },
            renewal.map { Self.json("renewal", $0.originalTransactionID, $0.statedDate) },
        ].compactMap(\.self)
    }

    private static func json(_ kind: String, _ transactionID: String, _ date: Date) -> JSONObject {
        var json: JSONObject = ["kind": .string(kind), "transactionId": .string(transactionID)]
        json[milliseconds: "signedDate"] = date
        return json
    }
}
