package import Entitlements
package import Foundation

/// Where the purchase server keeps what it was told.
///
/// Rules for every implementation; one suite of tests checks them all:
/// 1. A method that returns has made its effect durable: it survives the end of the process at the next instruction.
/// 2. Each method is one transaction: all of its effect or none.
/// 3. What the App Store stated is never overwritten. The same statement again only moves the date until which it is
///    known to have been made.
/// 4. Repeating a call changes nothing.
/// 5. Receipts with the same ``ReceiptIdentity`` are one receipt. A receipt is kept while an upload waits or while it is the
///    newest of a purchase; what the App Store does not accept is forgotten.
/// 6. What cannot be read as it was written is an error, ``PurchaseServerError/Code/databaseDamaged``, and never "nothing".
package protocol PurchaseStorage: Sendable {
    /// Derives from all facts about one chain when it must be asked about next; nil for never.
    typealias Schedule = @Sendable (PurchaseFacts) -> Date?

    /// Keeps an upload as pending; the same receipt of the same customer is kept once. One that is pending or verified
    /// stays as it is, so that what is sent again and again is written once: when its answer comes, or when there is none.
    ///
    /// - Parameters:
    ///   - upload: Whose receipt, and when it came.
    ///   - retryAt: When the poller takes it up if nobody resolves it before.
    ///   - limits: How many may be pending, this one included.
    /// - Throws: ``PurchaseServerError``, code `pendingUploadsOfCustomer` or `pendingUploads`, over a limit.
    func save(_ upload: ReceiptUpload, retryAt: Date, limits: PendingUploadLimits) async throws -> StoredUpload

    /// Keeps what the App Store answered about an upload, and decides by the ``OwnershipPolicy`` which of the purchases
    /// belong to its customer, who claims them from when the upload came, however long it has waited. The receipt of the
    /// answer is from now on the newest of its purchases; the one that was uploaded is forgotten.
    ///
    /// - Parameter upload: As it was kept for the request, or read.
    /// - Returns: What belongs to the customer now, and what stays with somebody else.
    @discardableResult
    func resolve(
        _ upload: StoredUpload,
        with verification: Verification,
        schedule: @escaping Schedule
    ) async throws -> ClaimOutcome

    /// Forgets an upload that is not acceptable; one that was verified once stays.
    func reject(uploadID: Int64) async throws

    /// Keeps that an upload is genuine and that nobody gets anything by it, because it lacks what was demanded. One about
    /// which somebody had no answer since it was read waits on: that was acknowledged, and less may be demanded by now.
    func withdraw(_ upload: StoredUpload, at date: Date) async throws

    /// Keeps that the App Store had no answer about an upload.
    func postpone(uploadID: Int64, until date: Date) async throws

    /// Keeps that the App Store had no answer about an upload that a request has just brought. One that was verified before
    /// is pending again, with its receipt: by now its purchases may be somebody else's. What the request demands comes to
    /// what is demanded of one that waits already, and its customer claims the purchases at both dates.
    ///
    /// - Parameter limits: How many may be pending, this one included.
    /// - Throws: ``PurchaseServerError``, code `pendingUploadsOfCustomer` or `pendingUploads`, over a limit.
    func postpone(_ upload: StoredUpload, until date: Date, limits: PendingUploadLimits) async throws

    /// Pending uploads that are due, the oldest first; also those that a clock which ran ahead put off by more than a day.
    func pendingUploads(dueAt date: Date, limit: Int) async throws -> [StoredUpload]

    /// The same, for whoever asks the App Store: where several servers share the storage no other one gets them for a while.
    ///
    /// - Parameter store: Only those that say they are of this App Store; nil for all.
    func takePendingUploads(dueAt date: Date, limit: Int, askedOf store: AskedAppStore?) async throws -> [StoredUpload]

    /// Takes an upload anew that has waited since it was taken.
    ///
    /// - Parameter taken: When that was, as it was said then.
    /// - Returns: false if it is no longer for whoever took it: another one has it by now, or it is settled.
    func keepTaken(uploadID: Int64, since taken: Date, at date: Date) async throws -> Bool

    /// How many uploads of a customer wait for an answer of the App Store.
    func pendingUploadCount(of customer: CustomerID) async throws -> Int

    /// Keeps what the App Store answered about a stored receipt.
    func record(_ verification: Verification, of receipt: LatestReceipt, schedule: @escaping Schedule) async throws

    /// Keeps that the App Store had no answer about a stored receipt.
    func postpone(receiptID: Int64, until date: Date) async throws

    /// Keeps that the App Store will not answer about a stored receipt any more: none of its chains is due until another
    /// receipt, or a notification, tells more.
    func retire(receiptID: Int64) async throws

    /// Stored receipts with a chain that is due, or whose date was set by a clock that ran ahead by more than a day; the one
    /// due longest first.
    func latestReceipts(dueAt date: Date, limit: Int) async throws -> [LatestReceipt]

    /// The same, for whoever asks the App Store: where several servers share the storage no other one gets them for a while.
    ///
    /// - Parameter store: Only those that this App Store is asked about; nil for all.
    func takeLatestReceipts(dueAt date: Date, limit: Int, askedOf store: AskedAppStore?) async throws -> [LatestReceipt]

    /// Takes a stored receipt anew that has waited since it was taken.
    ///
    /// - Parameter taken: When that was, as it was said then.
    /// - Returns: false if it is no longer for whoever took it.
    func keepTaken(receiptID: Int64, since taken: Date, at date: Date) async throws -> Bool

    /// Keeps a notification and what it states.
    ///
    /// The receipt that came with it is from now on the newest of its purchases, and subscriptions among these are due at
    /// once.
    ///
    /// - Returns: false if it was there already; then nothing changed.
    func save(_ notification: ReceivedNotification, schedule: @escaping Schedule) async throws -> Bool

    /// Everything known about the purchases of a customer.
    func facts(of customer: CustomerID) async throws -> PurchaseFacts

    /// The customers who share a chain.
    func customers(ofOriginalTransactionID identifier: String) async throws -> [CustomerID]

    /// Returns if something can be written.
    ///
    /// - Parameter date: Now; asked again within a second, the answer is the one before.
    /// - Throws: ``PurchaseServerError`` with the reason why not.
    func checkHealth(at date: Date) async throws
}

extension PurchaseStorage {
    /// Keeps an upload as pending, within the standard limits.
    func save(_ upload: ReceiptUpload, retryAt: Date) async throws -> StoredUpload {
        try await save(upload, retryAt: retryAt, limits: PendingUploadLimits())
    }
}
