import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

/// Where a client asks StoreKit 2: the process on Apple platforms, a device elsewhere.
struct StoreKit2Context: Sendable {
    /// Runs work that asks StoreKit 2; nil if there is nobody left to ask.
    var run: @Sendable (@escaping @Sendable () async -> Void) -> Task<Void, Never>?

    /// Runs `body` where StoreKit 2 answers for this client. It keeps nothing alive afterwards.
    var enter: @Sendable (() -> Void) -> Void

    /// The payment queue, for the little that StoreKit 2 has not.
    var queue: @Sendable () -> SKPaymentQueue?

    /// Tells the time that transactions are dated with: at once, or as soon as a store elsewhere has said so. It is only for
    /// telling what is newer than the launch or the order: earlier does no harm.
    var tellTime: @Sendable (@escaping @Sendable (Date) -> Void) -> Void

    /// Waits some seconds.
    var sleep: @Sendable (TimeInterval) async throws -> Void

    /// What tells one restore from all others.
    var newIdentifier: @Sendable () -> String = { UUID().uuidString }
}

extension StoreKit2Context {
    /// Asks something where StoreKit 2 answers; nil if there is nobody left to ask.
    func answer<Answer: Sendable>(_ ask: @escaping @Sendable () async -> Answer) async -> Answer? {
        let found = Locked(Answer?.none)
        await run {
            let answer = await ask()
            found.withLock { $0 = answer }
        }?.value
        return found.withLock { $0 }
    }

    /// Makes something where StoreKit 2 answers, such as what listens to it; nil if there is nobody left to ask.
    func make<Value>(_ body: () -> Value) -> HandedOver<Value>? {
        var made: HandedOver<Value>?
        enter { made = HandedOver(body()) }
        return made
    }

    /// What a sequence of StoreKit 2 has, read to its end; what was not verified goes to `report`.
    static func read(
        _ transactions: Transaction.Transactions,
        report: (UnverifiedTransaction) -> Void
    ) async -> [SignedTransaction] {
        var found: [SignedTransaction] = []
        for await result in transactions {
            switch SignedTransaction.reading(result) {
            case .success(let signed): found.append(signed)
            case .failure(let error): report(error.transaction)
            }
        }
        return found
    }
}

extension StoreKit2Context {
    /// What earlier launches restored and did not finish, and what no queue brings; asked of StoreKit 2, without a
    /// password. Runs where StoreKit 2 answers.
    ///
    /// - Parameter lost: What the ledger had of it when the launch began: what it has by now may be of this launch.
    func found(
        _ lost: [RestoredLedger.Entry],
        in ledger: RestoredLedger,
        report: (UnverifiedTransaction) -> Void
    ) async -> [(signed: SignedTransaction, delivery: String)] {
        guard !lost.isEmpty else { return [] }
        let all = await Self.read(Transaction.all, report: report).filter { $0.transaction.revocationDate == nil }
        let byIdentifier = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        // An empty answer may be that of a store that is away.
        if !all.isEmpty { ledger.forget(lost.filter { byIdentifier[$0.original] == nil }) }
        return lost.compactMap { entry in byIdentifier[entry.original].map { ($0, entry.delivery) } }
    }
}
