import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import Logging

/// Asks the App Store again about what is due: uploads it had no answer for, and subscriptions about to end or ended.
struct Poller: Sendable {
    let storage: any PurchaseStorage & SubscriptionStorage
    let verification: ReceiptVerification
    let subscriptions: SubscriptionCheck
    let rules: EntitlementRules
    let now: @Sendable () -> Date
    let logger: Logger

    /// How many are read from the storage at a time.
    private static let batch = 50
    /// After how many seconds of waiting for its turn a question is taken anew: until then what is left of the time for
    /// which it was taken is longer than any question takes.
    private static let freshness: TimeInterval = 30
    /// How often a receipt may be refused before it is asked about no more; with the growing waits, that takes a day.
    static let patience = 28

    /// Works until nothing is due. Questions that go to the same servers begin in the order in which they fell due; those
    /// that go to others do not wait for them.
    ///
    /// - Throws: `CancellationError` if the task is cancelled; ``PurchaseServerError`` if nothing can be stored.
    func pollDue() async throws -> PollReport {
        do {
            return try await ask()
        } catch {
            // A database that is asked by a cancelled task fails, which is no failure of the database.
            try Task.checkCancellation()
            throw error
        }
    }

    private func ask() async throws -> PollReport {
        try await withThrowingTaskGroup(of: (DueQuestion.ID, Outcome).self) { group in
            var report = PollReport()
            var places = PollPlaces(among: lanes)
            var queue = PollQueue()
            while true {
                try Task.checkCancellation()
                // Before the end it is looked everywhere, however short ago that was.
                if places.underWay.isEmpty { queue.forgetLooks() }
                while let due = try await next(&queue, places) {
                    let question = due.question
                    places.take(question.id, in: due.lane)
                    group.addTask { (question.id, try await settle(question)) }
                }
                guard let (id, outcome) = try await group.next() else { return report }
                places.giveBack(id)
                report.count(outcome)
            }
        }
    }

    private var lanes: [PollLane] {
        PollLane.allCases.filter { $0.kind == .receipts || subscriptions.isPossible }
    }

    /// The question that is to be asked now; nil if there is none, or no place for it.
    private func next(_ queue: inout PollQueue, _ places: PollPlaces) async throws -> PollQueue.Waiting? {
        for lane in places.open {
            while true {
                if queue.isEmpty(lane) { try await look(for: lane, &queue, places) }
                guard let first = queue.popFirst(lane) else { break }
                // Found out before more is taken: what this server asks about may be taken with it once more.
                if try await isOurs(first.question, takenAt: first.taken) { return first }
            }
        }
        return nil
    }

    /// Reads what is due in a lane and not being asked about.
    private func look(for lane: PollLane, _ queue: inout PollQueue, _ places: PollPlaces) async throws {
        let date = now()
        guard queue.isWorthLooking(lane, at: date) else { return }
        // Those under way are due as well until they are answered.
        let limit = Self.batch + places.underWay.count
        switch lane.kind {
        case .receipts:
            for upload in try await storage.takePendingUploads(dueAt: date, limit: limit, askedOf: lane.store) {
                queue.add(.upload(upload), to: lane, at: date, besides: places.underWay)
            }
            for receipt in try await storage.takeLatestReceipts(dueAt: date, limit: limit, askedOf: lane.store) {
                queue.add(.receipt(receipt), to: lane, at: date, besides: places.underWay)
            }
        case .subscriptions:
            for subscription in try await storage.takeSubscriptions(dueAt: date, limit: limit, askedOf: lane.store) {
                queue.add(.subscription(subscription), to: lane, at: date, besides: places.underWay)
            }
        }
        queue.noteLook(lane, at: date)
    }

    /// Whether a question is still this server's to ask. While the App Store is slow the last of many wait for their turn
    /// longer than they were taken for, and another server that shares the database has them by then.
    private func isOurs(_ question: DueQuestion, takenAt taken: Date) async throws -> Bool {
        let date = now()
        guard abs(date.timeIntervalSince(taken)) >= Self.freshness else { return true }
        return switch question {
        case .upload(let upload): try await storage.keepTaken(uploadID: upload.id, since: taken, at: date)
        case .receipt(let receipt): try await storage.keepTaken(receiptID: receipt.id, since: taken, at: date)
        case .subscription(let subscription): try await storage.keepTaken(subscription, since: taken, at: date)
        }
    }

    /// One answer that cannot be stored must not keep all others waiting; where nothing at all can be stored, the round
    /// ends.
    private func settle(_ question: DueQuestion) async throws -> Outcome {
        do {
            return switch question {
            case .upload(let upload): try await settle(upload)
            case .receipt(let receipt): try await check(receipt)
            case .subscription(let subscription): try await check(subscription)
            }
        } catch {
            try Task.checkCancellation()
            logger.error("an answer of the App Store could not be stored", metadata: ["error": "\(error)"])
            switch question {
            case .upload(let upload): try await postpone(upload)
            case .receipt(let receipt): try await postpone(receipt)
            case .subscription(let subscription): try await postpone(subscription)
            }
            return .postponed
        }
    }

    private func postpone(_ upload: StoredUpload) async throws {
        let wait = FailureBackoff.wait(after: upload.failedAttempts)
        try await storage.postpone(uploadID: upload.id, until: now().addingTimeInterval(wait))
    }

    private func postpone(_ receipt: LatestReceipt) async throws {
        let wait = FailureBackoff.wait(after: receipt.failedChecks)
        try await storage.postpone(receiptID: receipt.id, until: now().addingTimeInterval(wait))
    }

    private func postpone(_ subscription: DueSubscription, until date: Date? = nil) async throws {
        let wait = now().addingTimeInterval(FailureBackoff.wait(after: subscription.failedChecks))
        // What is put off for longer counts as put off by a clock that ran ahead, and would be due at once.
        let limit = now().addingTimeInterval(TimeInterval(PurchaseDatabase.clockTolerance) / 1_000)
        try await storage.postpone(subscription, until: min(max(wait, date ?? wait), limit))
    }

    private func settle(_ upload: StoredUpload) async throws -> Outcome {
        switch await verification.verify(upload.upload.receipt, takesItsWord: true) {
        case .genuine(let answer):
            let demands = upload.upload.demands
            // What the receipt itself has was promised; the App Store may leave out what was used up since.
            let isMet = demands.areMet(by: answer.contains) || verification.meets(demands, by: upload.upload.receipt)
            guard isMet else {
                // As if the App Store had answered at once: what is refused takes nothing from anybody.
                try await storage.withdraw(upload, at: now())
                logger.notice("an upload lacks the purchase that it was sent for", metadata: ["id": "\(upload.id)"])
                return .rejectedUpload
            }
            try await storage.resolve(upload, with: answer.verification, schedule: schedule)
            return .verifiedUpload
        case .refused(let rejection):
            try await storage.reject(uploadID: upload.id)
            logger.notice("an upload is no receipt", metadata: ["id": "\(upload.id)", "code": "\(rejection.code)"])
            return .rejectedUpload
        case .noAnswer(let rejection):
            try await postpone(upload)
            logger.warning("upload waits for the App Store", metadata: ["code": "\(rejection.code)"])
            return .postponed
        }
    }

    private func check(_ receipt: LatestReceipt) async throws -> Outcome {
        let result = await verification.verify(
            receipt.receipt,
            of: receipt.bundleID,
            excludeOldTransactions: true,
            startingWith: receipt.environment
        )
        let (rejection, isLost): (Rejection, Bool)
        switch result {
        case .genuine(let answer):
            try await storage.record(answer.verification, of: receipt, schedule: schedule)
            return .checkedReceipt
        case .refused(let refusal):
            (rejection, isLost) = (refusal, Self.isFinal(refusal, failures: receipt.failedChecks))
        case .noAnswer(let failure): (rejection, isLost) = (failure, false)
        }
        if try await isAnsweredByServerAPI(receipt) { return .checkedReceipt }
        guard isLost else {
            // A receipt that was genuine once is asked about again even if the App Store refuses it today.
            try await postpone(receipt)
            logger.warning("subscription could not be checked", metadata: ["code": "\(rejection.code)"])
            return .postponed
        }
        try await storage.retire(receiptID: receipt.id)
        logger.warning("subscription is asked about no more", metadata: ["code": "\(rejection.code)"])
        return .retired
    }

    /// Whether the App Store Server API has said how the subscriptions of a receipt stand: where there is a key for it nobody
    /// depends on `verifyReceipt`, which Apple may end, nor on a receipt that is refused.
    private func isAnsweredByServerAPI(_ receipt: LatestReceipt) async throws -> Bool {
        guard subscriptions.isPossible else { return false }
        var unanswered = try await storage.subscriptions(ofReceipt: receipt.id)
        guard !unanswered.isEmpty else { return false }
        // One answer names all subscriptions of the person, so there are few questions.
        while let subscription = unanswered.first {
            guard case .answered(let facts) = try await subscriptions.ask(about: subscription) else { return false }
            try await storage.record(facts, about: subscription, receivedAt: now(), schedule: schedule)
            let named = Set(facts.purchases.map(\.originalTransactionID))
            unanswered = unanswered.dropFirst().filter { !named.contains($0.originalTransactionID) }
        }
        return true
    }

    /// Whether a receipt that was genuine once is to be taken for lost. The App Store has been wrong for hours; an account
    /// that was deleted stays so. What our own settings refuse may be accepted tomorrow.
    private static func isFinal(_ rejection: Rejection, failures: Int) -> Bool {
        switch rejection.code {
        case "account-not-found": true
        case "receipt-not-authentic", "receipt-malformed": failures >= patience
        default: false
        }
    }

    private func check(_ subscription: DueSubscription) async throws -> Outcome {
        switch try await subscriptions.ask(about: subscription) {
        case .answered(let facts):
            try await storage.record(facts, about: subscription, receivedAt: now(), schedule: schedule)
            return .checkedReceipt
        case .refusedForGood(let reason):
            try await storage.postpone(subscription, until: nil)
            logger.warning("subscription is asked about no more", metadata: ["reason": "\(reason)"])
            return .postponed
        case .noAnswer(let reason, let date):
            try await postpone(subscription, until: date)
            logger.warning("subscription could not be checked", metadata: ["reason": "\(reason)"])
            return .postponed
        }
    }

    private var schedule: PurchaseStorage.Schedule {
        { PollSchedule(rules: rules, now: now()).nextCheck(of: $0) }
    }
}

/// How a question ended.
private enum Outcome: Sendable {
    case checkedReceipt, verifiedUpload, rejectedUpload, postponed, retired
}

extension PollReport {
    fileprivate mutating func count(_ outcome: Outcome) {
        switch outcome {
        case .checkedReceipt: checkedReceipts += 1
        case .verifiedUpload: verifiedUploads += 1
        case .rejectedUpload: rejectedUploads += 1
        case .postponed: postponed += 1
        case .retired: retiredReceipts += 1
        }
    }
}
