import AppStoreModels
import Foundation
import LocalAppStore

/// Everything there is to see of a store at one moment, in one answer.
struct StoreState {
    let context: ControlContext

    /// How many of the newest transactions, and of the newest offer codes, are listed; `transactionCount` and `codeCount`
    /// say how many there are.
    static let listLimit = 500

    func json() throws(RequestError) -> JSONValue {
        // One value of the engine, so that all parts tell of the same moment.
        let engine = context.store.engine
        let transactions = engine.accounts.flatMap { engine.transactions(account: $0.id) }
            .sorted { ($0.purchaseDate, $0.transactionID) < ($1.purchaseDate, $1.transactionID) }
        let products = try context.refusing { () throws(StoreError) in try context.store.catalogue() }
        return [
            "app": context.store.app.json,
            "environment": .string(context.store.environment.rawValue),
            "sequence": .number(JSONNumber(engine.eventCount)),
            "clock": context.clock.json,
            "settings": engine.settings.json(isClockRunning: context.clock.isRunning),
            "storefronts": .array(StoreCountry.all.map(\.json)),
            "products": .array(products.map(\.json)),
            "accounts": .array(engine.accounts.map(\.json)),
            "families": .array(engine.families.map(\.json)),
            "codes": .array(engine.offerCodes.suffix(Self.listLimit).map(\.json)),
            "codeCount": .number(JSONNumber(engine.offerCodes.count)),
            "faults": .array(engine.faults.map(\.json)),
            "attempts": .array(engine.attempts.map(\.json)),
            "subscriptions": .array(engine.subscriptions.map(\.json)),
            "transactions": .array(transactions.suffix(Self.listLimit).map(\.json)),
            "refundRequests": .array(engine.refundRequests.suffix(Self.listLimit).map(\.json)),
            "massExtensions": .array(engine.allMassExtensions.suffix(Self.listLimit).map(\.json)),
            "transactionCount": .number(JSONNumber(transactions.count)),
            "notifications": context.notifications.summary,
        ]
    }
}

extension NotificationDelivery {
    /// Where notifications go and how many went.
    var summary: JSONValue {
        [
            "destination": destination.map { .string($0.absoluteString) } ?? .null,
            "destinationV1": versionOneDestination.map { .string($0.absoluteString) } ?? .null,
            "waitingCount": .number(JSONNumber(waitingCount)),
            "finishedCount": .number(JSONNumber(finished.count)),
            "crowdedOut": .number(JSONNumber(crowdedOutCount)),
        ]
    }
}
