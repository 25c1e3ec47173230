import Foundation
import LocalAppStore
import Testing

@Suite("Purchases that do not go straight through")
struct AttemptTests {
    private let request = PurchaseRequest(productID: Shop.seeds, accountID: Shop.flora, quantity: 3)

    private func deferred(_ engine: inout StoreEngine, _ request: PurchaseRequest) throws -> PurchaseAttempt {
        guard case .deferred(let attempt) = try engine.purchase(request) else { throw Unexpected() }
        return attempt
    }

    struct Unexpected: Error {}

    @Test("Ask to Buy by setting, by customer and by payment: the purchase waits, nothing is charged")
    func askToBuy() throws {
        var bySetting = try Shop.engine { $0.askToBuyEnabled = true }
        #expect(try deferred(&bySetting, request).status == .waitingForApproval)
        var byAccount = try Shop.engine()
        try byAccount.setRules(AccountRules(requiresApproval: true), account: Shop.flora)
        _ = try deferred(&byAccount, request)
        var byPayment = try Shop.engine()
        var simulated = request
        simulated.simulatesAskToBuy = true
        _ = try deferred(&byPayment, simulated)
        for engine in [bySetting, byAccount, byPayment] {
            #expect(engine.transactions(account: Shop.flora).isEmpty)
            #expect(engine.attempts.count == 1)
        }
    }

    @Test("An approved purchase becomes a transaction at that moment")
    func approval() throws {
        var engine = try Shop.engine { $0.askToBuyEnabled = true }
        let attempt = try deferred(&engine, request)
        try engine.advance(to: "2026-02-02T00:00:00Z")
        let transaction = try engine.approve(attempt: attempt.id)
        #expect(transaction.quantity == 3)
        #expect(transaction.purchaseDate == engine.now)
        #expect(engine.attempts.first?.status == .completed)
        #expect(engine.attempts.first?.transactionID == transaction.transactionID)
        #expect(engine.unfinishedTransactions(account: Shop.flora) == [transaction])
        #expect(engine.takeNames() == [.purchaseDeferred, .purchased])
    }

    @Test("A declined purchase stays declined")
    func decline() throws {
        var engine = try Shop.engine { $0.askToBuyEnabled = true }
        let attempt = try deferred(&engine, request)
        try engine.decline(attempt: attempt.id)
        #expect(engine.attempts.first?.status == .declined)
        for code in [StoreError.Code.invalidState] {
            #expect(throws: StoreError(code, "")) { try engine.approve(attempt: attempt.id) }
            #expect(throws: StoreError(code, "")) { try engine.decline(attempt: attempt.id) }
            #expect(throws: StoreError(code, "")) { try engine.resolveInterruption(attempt: attempt.id) }
        }
        #expect(throws: StoreError(.unknownAttempt, "")) { try engine.approve(attempt: "1") }
        #expect(engine.transactions(account: Shop.flora).isEmpty)
    }

    @Test("An interrupted purchase comes through once its issue is settled, with the same quantity")
    func interruption() throws {
        var engine = try Shop.engine { $0.interruptedPurchasesEnabled = true }
        guard case .interrupted(let attempt) = try engine.purchase(request) else { throw Unexpected() }
        #expect(engine.unfinishedTransactions(account: Shop.flora).isEmpty)
        let transaction = try engine.resolveInterruption(attempt: attempt.id)
        #expect(transaction.quantity == 3)
        #expect(engine.takeNames() == [.purchaseInterrupted, .purchased])
    }

    @Test(
        "Failing purchases fail with what they were told, and charge nothing",
        arguments: [
            PurchaseFailure.unknown, .cancelled, .networkConnectionFailed, .productNotAvailable,
        ]
    )
    func failure(_ failure: PurchaseFailure) throws {
        var engine = try Shop.engine { $0.purchaseFailure = failure }
        guard case .failed(let attempt, failure) = try engine.purchase(request) else { throw Unexpected() }
        #expect(attempt.status == .failed)
        #expect(attempt.failure == failure)
        #expect(engine.transactions(account: Shop.flora).isEmpty)
        #expect(engine.takeNotifications().isEmpty)
    }

    @Test("A deferred subscription begins when it is approved")
    func deferredSubscription() throws {
        var engine = try Shop.engine()
        var request = PurchaseRequest(productID: Shop.bouquet, accountID: Shop.flora)
        request.simulatesAskToBuy = true
        let attempt = try deferred(&engine, request)
        try engine.advance(to: "2026-02-10T00:00:00Z")
        let transaction = try engine.approve(attempt: attempt.id)
        #expect(transaction.expiresDate == Shop.date("2026-03-10T00:00:00Z"))
    }
}
