public import Entitlements
public import Foundation

/// Where the purchase server keeps what it was told.
///
/// Rules for every implementation; one suite of tests checks them all:
/// 1. A method that returns has made its effect durable: it survives the end of the process at the next instruction.
/// 2. Each method is one transaction: all of its effect or none.
/// 3. What the App Store stated is never overwritten. The same statement again only moves the date until which it is
///    known to have been made.
/// 4. Repeating a call changes nothing.
public protocol PurchaseStorage: Sendable {
    /// Derives from all facts about one chain when it must be asked about next; nil for never.
    typealias Schedule = @Sendable (PurchaseFacts) -> Date?

    /// Keeps an upload as pending; the same receipt of the same customer is kept once. One that is pending or verified
    /// stays as it is; one that was rejected is pending again, because the next answer may be another.
    ///
    /// - Parameters:
    ///   - upload: Whose receipt, and when it came.
    ///   - retryAt: When the poller takes it up if nobody resolves it before.
    func save(_ upload: ReceiptUpload, retryAt: Date) async throws -> StoredUpload

    /// Keeps what the App Store answered about an upload, and that the purchases belong to its customer.
    func resolve(uploadID: Int64, with verification: Verification, schedule: @escaping Schedule) async throws

    /// Keeps that an upload is not acceptable, and why.
    func reject(uploadID: Int64, code: String, at date: Date) async throws

    /// Keeps that the App Store had no answer about an upload.
    func postpone(uploadID: Int64, until date: Date) async throws

    /// Pending uploads that are due, the oldest first.
    func pendingUploads(dueAt date: Date, limit: Int) async throws -> [StoredUpload]

    /// How many uploads of a customer wait for an answer of the App Store.
    func pendingUploadCount(of customer: CustomerID) async throws -> Int

    /// Keeps what the App Store answered about a stored receipt.
    func record(_ verification: Verification, of receipt: LatestReceipt, schedule: @escaping Schedule) async throws

    /// Keeps that the App Store had no answer about a stored receipt.
    func postpone(receiptID: Int64, until date: Date) async throws

    /// Stored receipts with a chain that is due, the one due longest first.
    func latestReceipts(dueAt date: Date, limit: Int) async throws -> [LatestReceipt]

    /// Keeps a notification and what it states.
    ///
    /// - Returns: false if it was there already; then nothing changed.
    func save(_ notification: ReceivedNotification, schedule: @escaping Schedule) async throws -> Bool

    /// Everything known about the purchases of a customer.
    func facts(of customer: CustomerID) async throws -> PurchaseFacts

    /// The customers who share a chain.
    func customers(ofOriginalTransactionID identifier: String) async throws -> [CustomerID]
}
