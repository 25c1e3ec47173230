import AppStoreModels
import AppStoreServer
import Entitlements
import Foundation
import Logging

/// Asks the App Store again about what is due: uploads it had no answer for, and subscriptions about to end or ended.
struct Poller: Sendable {
    let storage: any PurchaseStorage
    let verification: ReceiptVerification
    let rules: EntitlementRules
    let now: @Sendable () -> Date
    let logger: Logger

    private static let batch = 50

    /// Works until nothing is due.
    func pollDue() async throws -> PollReport {
        var report = PollReport()
        while true {
            try Task.checkCancellation()
            let uploads = try await storage.pendingUploads(dueAt: now(), limit: Self.batch)
            let receipts = try await storage.latestReceipts(dueAt: now(), limit: Self.batch)
            guard !uploads.isEmpty || !receipts.isEmpty else { return report }
            for upload in uploads {
                do { try await settle(upload, &report) } catch { try await putOff(upload, after: error, &report) }
            }
            for receipt in receipts {
                do { try await check(receipt, &report) } catch { try await putOff(receipt, after: error, &report) }
            }
        }
    }

    /// One upload whose answer cannot be stored must not keep all others waiting; where nothing at all can be stored,
    /// the round ends.
    private func putOff(_ upload: StoredUpload, after error: any Error, _ report: inout PollReport) async throws {
        try Task.checkCancellation()
        logger.error("an upload could not be settled", metadata: ["error": "\(error)"])
        try await postpone(upload)
        report.postponed += 1
    }

    private func putOff(_ receipt: LatestReceipt, after error: any Error, _ report: inout PollReport) async throws {
        try Task.checkCancellation()
        logger.error("a subscription's answer could not be stored", metadata: ["error": "\(error)"])
        try await postpone(receipt)
        report.postponed += 1
    }

    private func postpone(_ upload: StoredUpload) async throws {
        let wait = FailureBackoff.wait(after: upload.failedAttempts)
        try await storage.postpone(uploadID: upload.id, until: now().addingTimeInterval(wait))
    }

    private func postpone(_ receipt: LatestReceipt) async throws {
        let wait = FailureBackoff.wait(after: receipt.failedChecks)
        try await storage.postpone(receiptID: receipt.id, until: now().addingTimeInterval(wait))
    }

    private func settle(_ upload: StoredUpload, _ report: inout PollReport) async throws {
        switch await verification.verify(upload.upload.receipt) {
        case .genuine(let answer):
            try await storage.resolve(uploadID: upload.id, with: answer.verification, schedule: schedule)
            report.verifiedUploads += 1
        case .refused(let rejection):
            try await storage.reject(uploadID: upload.id)
            logger.notice("an upload is no receipt", metadata: ["id": "\(upload.id)", "code": "\(rejection.code)"])
            report.rejectedUploads += 1
        case .noAnswer(let rejection):
            try await postpone(upload)
            logger.warning("upload waits for the App Store", metadata: ["code": "\(rejection.code)"])
            report.postponed += 1
        }
    }

    private func check(_ receipt: LatestReceipt, _ report: inout PollReport) async throws {
        let result = await verification.verify(
            receipt.receipt,
            excludeOldTransactions: true,
            startingWith: receipt.environment
        )
        switch result {
        case .genuine(let answer):
            try await storage.record(answer.verification, of: receipt, schedule: schedule)
            report.checkedReceipts += 1
        case .refused(let rejection), .noAnswer(let rejection):
            // A receipt that was genuine once is asked about again even if the App Store refuses it today.
            try await postpone(receipt)
            logger.warning("subscription could not be checked", metadata: ["code": "\(rejection.code)"])
            report.postponed += 1
        }
    }

    private var schedule: PurchaseStorage.Schedule {
        { PollSchedule(rules: rules, now: now()).nextCheck(of: $0) }
    }
}
