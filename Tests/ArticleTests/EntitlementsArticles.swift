import AppStoreModels
import Entitlements
import Foundation

private func showEntitlements(
    _ answer: Verified<VerifyReceiptResponse>,
    _ transaction: Verified<TransactionPayload>,
    _ renewalInfo: Verified<RenewalInfoPayload>,
    now: Date
) throws {
    var facts = PurchaseFacts(answer, environment: .production, receivedAt: now)
    facts.formUnion(try PurchaseFacts(transaction: transaction, renewalInfo: renewalInfo))

    for entitlement in facts.entitlements(at: now) where entitlement.isEntitled {
        print(entitlement.productID, entitlement.expiresDate as Any, entitlement.reason)
    }
}

private func showStates(_ facts: PurchaseFacts, at date: Date) {
    let now = facts.entitlements(at: date, rules: EntitlementRules(leewayAfterExpiry: 3600))
    if let pro = now.best(for: "com.example.pro"), pro.isEntitled {
        print("\(pro.phase?.rawValue ?? "owned") until \(pro.accessEndDate?.description ?? "ever")")
        if pro.conditions.contains(.cancelled) { print("It does not renew") }
    }
}

private func showLevels(_ facts: PurchaseFacts, at date: Date) throws {
    let catalogue = try LevelCatalogue(
        [
            .init("pro", productIDs: ["com.example.monthly", "com.example.yearly"]),
            .init("gold", productIDs: ["com.example.gold"]),
        ],
        isOrdered: true
    )
    let sorry = try EntitlementGrant(
        id: "ticket-4711",
        level: "pro",
        startDate: date,
        endDate: date.addingTimeInterval(7 * 86_400),
        reason: "the outage of Monday"
    )
    let statement = facts.access(at: date, catalogue: catalogue, grants: [sorry], sandbox: .only(["reviewer"]))
    if statement.has("pro") { print(statement.access(to: "pro")?.accessEndDate as Any) }
}

private func showLedger(_ facts: PurchaseFacts, at date: Date) throws {
    let rules = try LedgerRules(
        products: [.init("com.example.coins", gives: ["coins": 100])],
        refundPolicy: .takeBackToZero
    )
    var ledger = try ConsumableLedger(rules: rules, purchases: facts)
    let answer = try ledger.spend(["coins": 30], key: "order-17", at: date, reference: "a hat")
    print(answer.balances["coins"] ?? 0)
}

private func showLedger(_ rules: LedgerRules, _ facts: PurchaseFacts, at now: Date) throws {
    var ledger = try ConsumableLedger(rules: rules, purchases: facts)
    let answer = try ledger.spend(["coins": 30], key: "order-17", at: now)
    print(answer.balances["coins"] ?? 0)
}
