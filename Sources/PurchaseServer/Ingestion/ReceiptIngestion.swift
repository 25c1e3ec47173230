import AppStoreServerClient
import Entitlements
import Foundation
import Logging

/// Takes an upload in: checked, on disk, verified, stored, in this order.
struct ReceiptIngestion: Sendable {
    let storage: any PurchaseStorage
    let inspection: ReceiptInspection
    let verification: ReceiptVerification
    let rules: EntitlementRules
    let limits: PendingUploadLimits
    let now: @Sendable () -> Date

    /// How long, in seconds, an upload is left to the request that brought it before the poller takes it up.
    private static let requestTime: TimeInterval = 120

    /// Returns when the receipt is verified and its facts are durable.
    ///
    /// An upload of the right form is on disk before the App Store is asked, so neither an outage nor the end of the
    /// process loses it.
    func ingest(_ request: ReceiptRequest, of customer: CustomerID) async throws {
        let inspected = try inspection.inspect(request.receipt)
        let upload = try await storage.save(
            ReceiptUpload(
                customer: customer,
                receipt: inspected.receipt,
                receivedAt: now(),
                isSignatureChecked: inspected.isSignatureChecked
            ),
            retryAt: now().addingTimeInterval(Self.requestTime),
            limits: limits
        )
        switch await verification.verify(inspected.receipt) {
        case .genuine(let genuine):
            try await storage.resolve(uploadID: upload.id, with: genuine.verification, schedule: schedule)
            try confirm(request, in: genuine.answer)
        case .refused(let rejection):
            try await storage.reject(uploadID: upload.id)
            throw rejection
        case .noAnswer(let rejection):
            try await postpone(upload)
            throw rejection
        }
    }

    private func postpone(_ upload: StoredUpload) async throws {
        let wait = FailureBackoff.wait(after: upload.failedAttempts)
        try await storage.postpone(uploadID: upload.id, until: now().addingTimeInterval(wait))
    }

    /// The receipt is genuine; is what the caller says was bought in it?
    private func confirm(_ request: ReceiptRequest, in answer: VerifyReceiptAnswer) throws(Rejection) {
        guard request.transactionID != nil || request.productID != nil else { return }
        guard answer.contains(transactionID: request.transactionID, productID: request.productID) else {
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
