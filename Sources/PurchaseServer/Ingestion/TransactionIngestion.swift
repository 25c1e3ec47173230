import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation
import HTTPServing
import Logging

/// Takes signed transactions of a device in: each verified here, stored, acknowledged. The App Store is not asked.
///
/// One that is not genuine, or is about another app, refuses the whole upload, so that nobody takes half of one for whole.
struct TransactionIngestion: Sendable {
    let storage: any PurchaseStorage & SubscriptionStorage
    let apps: ServedApps
    let verifier: SignedDataVerifier
    let rules: EntitlementRules
    let now: @Sendable () -> Date
    let logger: Logger

    /// Returns when what was signed is durable, for the first or for a repeated time.
    ///
    /// - Returns: What is the customer's now, and what stays with somebody else.
    func ingest(_ upload: SignedUpload, of customer: CustomerID) async throws -> ClaimOutcome {
        try await keep(try LongWork.run { () throws(Rejection) in try read(upload) }, of: customer)
    }

    /// Keeps what was read.
    func keep(_ stated: Stated, of customer: CustomerID) async throws -> ClaimOutcome {
        let outcome = try await storage.record(
            stated.facts,
            of: customer,
            originals: stated.originals,
            receivedAt: now(),
            answerDate: nil
        ) { PollSchedule(rules: rules, now: now()).nextCheck(of: $0) }
        try outcome.check(nil, among: stated.facts)
        return outcome
    }

    /// What an upload states.
    struct Stated: Sendable {
        var facts = PurchaseFacts()
        var originals: [SignedOriginal] = []
    }

    /// Verifies what is in an upload; keeps nothing.
    func read(_ upload: SignedUpload) throws(Rejection) -> Stated {
        var result = Stated()
        var owners: [String: Verified<TransactionPayload>] = [:]
        for (index, text) in upload.transactions.enumerated() {
            let place = "signedTransactions[\(index)]"
            let transaction = try verified(place) { () throws(TrustError) in
                try verifier.verify(signedTransaction: text)
            }
            try accept(transaction, place)
            let fact = try stated(place) { () throws(FactError) in try PurchaseFact(transaction) }
            result.facts.insert(fact)
            result.originals.append(SignedOriginal(.purchase(fact), jws: text))
            owners[transaction.payload.originalTransactionID ?? ""] = transaction
        }
        for (index, text) in upload.renewalInfo.enumerated() {
            let place = "signedRenewalInfo[\(index)]"
            // Read to find its subscription; only what is verified with that counts.
            let unverified = (try? UnverifiedJWS(text))?.json
            guard let owner = unverified?[string: "originalTransactionId"].flatMap({ owners[$0] }) else {
                throw Rejection(422, "renewal-info-alone", "\(place) is of no subscription among signedTransactions")
            }
            let info = try verified(place) { () throws(TrustError) in
                try verifier.verify(signedRenewalInfo: text, of: owner)
            }
            let fact = try stated(place) { () throws(FactError) in try RenewalFact(info) }
            result.facts.insert(fact)
            result.originals.append(SignedOriginal(.renewal(fact), jws: text))
        }
        return result
    }

    /// Each app may have App Stores of its own.
    private func accept(_ transaction: Verified<TransactionPayload>, _ place: String) throws(Rejection) {
        let payload = transaction.payload
        guard let bundleID = payload.bundleID, let environment = payload.environment,
            apps.accept(environment, of: bundleID)
        else {
            throw Rejection(
                422,
                "transaction-not-authentic",
                "\(place): purchases of this App Store do not count for this app",
                rule: TrustError.Code.wrongEnvironment.rawValue
            )
        }
    }

    private func verified<Value>(_ place: String, _ verify: () throws(TrustError) -> Value) throws(Rejection) -> Value {
        do {
            return try verify()
        } catch {
            logger.warning("signed data refused", metadata: ["place": "\(place)", "error": "\(error)"])
            throw Rejection(
                422,
                "transaction-not-authentic",
                "\(place): \(error.reason)",
                rule: error.code.rawValue
            )
        }
    }

    private func stated<Value>(_ place: String, _ read: () throws(FactError) -> Value) throws(Rejection) -> Value {
        do {
            return try read()
        } catch {
            throw Rejection(422, "transaction-incomplete", "\(place): \(error)")
        }
    }
}
