import AppStoreServerClient
import Entitlements
import Foundation
import HTTPServing
import Logging

/// Takes an upload in: checked, on disk, verified, stored, in this order.
struct ReceiptIngestion: Sendable {
    let storage: any PurchaseStorage
    let inspection: ReceiptInspection
    let verification: ReceiptVerification
    let rules: EntitlementRules
    let limits: PendingUploadLimits
    let patience: Patience
    let now: @Sendable () -> Date

    /// How long, in seconds, an upload is left to the request that brought it before the poller takes it up.
    private static let requestTime: TimeInterval = 120

    /// How an upload ended, as far as it is known.
    enum Outcome: Sendable {
        /// The App Store has said what is in it, and that is stored: what is the customer's, and what is somebody else's.
        case verified(ClaimOutcome)
        /// Its signature is good; the App Store is still to be heard about what the receipt itself states.
        case pending(PurchaseFacts)

        /// For log and metrics.
        var name: String {
            switch self {
            case .verified: "verified"
            case .pending: "pending"
            }
        }
    }

    /// Returns when the receipt is verified and its facts are durable, or when the App Store took too long to say so.
    ///
    /// An upload of the right form is on disk before the App Store is asked, so neither an outage nor the end of the
    /// process loses it. One that was verified before is on disk again before anybody is told that it waits, and not
    /// sooner: apps send the same receipt time and again, and what is answered at once is to be written once. What the
    /// caller demands of it is on disk with it, for whoever hears the App Store's answer.
    ///
    /// - Throws: ``Rejection`` of what is not accepted; with status 503 if nobody could check its signature, or say whether what
    ///   is demanded is in it.
    func ingest(_ request: ReceiptRequest, of customer: CustomerID) async throws -> Outcome {
        let inspected = try LongWork.run { () throws(Rejection) in try inspection.inspect(request.receipt) }
        let upload = try await storage.save(
            ReceiptUpload(
                customer: customer,
                receipt: inspected.receipt,
                receivedAt: now(),
                isSignatureChecked: inspected.isSignatureChecked,
                store: inspected.store,
                demands: request.demands
            ),
            retryAt: now().addingTimeInterval(Self.requestTime),
            limits: limits
        )
        let settled = try await patience.result(asking: inspected.store) {
            try await settle(upload, inspected, request)
        }
        // Whoever hears now that it is kept counts on it, whatever else becomes of the request.
        if settled == nil, !upload.isNew || !request.demands.isEmpty { try await postpone(upload) }
        switch settled {
        case .done(let outcome): return .verified(outcome)
        case .refused(let rejection): throw rejection
        case .waits(let rejection) where !inspected.isSignatureChecked: throw rejection
        case nil where !inspected.isSignatureChecked: throw Rejection.noAnswerYet
        case .waits, nil:
            // What only the App Store's answer could bring is not promised: the app keeps its transaction.
            guard verification.meets(request.demands, by: inspected.receipt) else { throw Rejection.noAnswerYet }
            return .pending(verification.facts(statedBy: inspected.receipt))
        }
    }

    /// What the App Store's answer led to.
    private enum Settled: Sendable {
        case done(ClaimOutcome)
        case refused(Rejection)
        case waits(Rejection)
    }

    private func settle(
        _ upload: StoredUpload,
        _ inspected: ReceiptInspection.Inspected,
        _ request: ReceiptRequest
    ) async throws -> Settled {
        switch await verification.verify(inspected.receipt, of: inspected.bundleID, takesItsWord: true) {
        case .genuine(let genuine):
            do throws(Rejection) {
                try confirm(request, in: genuine)
            } catch {
                // What is refused takes nothing from anybody. One that was there before came with another request.
                if upload.isNew { try await storage.withdraw(upload, at: now()) }
                return .refused(error)
            }
            let verification = genuine.verification
            // All that the App Store answered, which nobody needs any more.
            Freeing.later(consume genuine, count: verification.facts.purchases.count)
            let outcome = try await storage.resolve(upload, with: verification, schedule: schedule)
            defer { Freeing.later(verification, count: verification.facts.purchases.count) }
            do throws(Rejection) {
                try outcome.check(request.transactionID, among: verification.facts)
                return .done(outcome)
            } catch { return .refused(error) }
        case .refused(let rejection):
            try await storage.reject(uploadID: upload.id)
            return .refused(rejection)
        case .noAnswer(let rejection):
            try await postpone(upload)
            return .waits(rejection)
        }
    }

    private func postpone(_ upload: StoredUpload) async throws {
        let wait = FailureBackoff.wait(after: upload.failedAttempts)
        try await storage.postpone(upload, until: now().addingTimeInterval(wait), limits: limits)
    }

    /// The receipt is genuine; is what the caller says was bought in it?
    private func confirm(_ request: ReceiptRequest, in genuine: ReceiptVerification.Genuine) throws(Rejection) {
        guard request.demands.areMet(by: genuine.contains) else {
            throw Rejection(
                422,
                "transaction-not-in-receipt",
                "the receipt is genuine, but has no purchase with this transactionId and productId"
            )
        }
    }

    private var schedule: PurchaseStorage.Schedule {
        { PollSchedule(rules: rules, now: now()).nextCheck(of: $0) }
    }
}
