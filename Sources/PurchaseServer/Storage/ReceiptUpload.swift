public import Foundation

/// A receipt that a customer sent.
public struct ReceiptUpload: Sendable, Hashable {
    /// Who sent it.
    public var customer: CustomerID
    /// The receipt's bytes.
    public var receipt: Data
    /// When it came.
    public var receivedAt: Date
    /// Whether its signature was checked; if not, only the App Store can, and anybody may have written it.
    public var isSignatureChecked: Bool

    /// An upload.
    public init(customer: CustomerID, receipt: Data, receivedAt: Date, isSignatureChecked: Bool = true) {
        self.customer = customer
        self.receipt = receipt
        self.receivedAt = receivedAt
        self.isSignatureChecked = isSignatureChecked
    }
}

/// An upload that is on disk.
public struct StoredUpload: Sendable, Hashable {
    /// Its number in the storage.
    public var id: Int64
    /// What was sent.
    public var upload: ReceiptUpload
    /// What became of it.
    public var status: Status
    /// How often the App Store was asked in vain.
    public var failedAttempts: Int

    /// What became of an upload.
    public enum Status: String, Sendable, Hashable, Codable {
        /// The App Store has not answered yet; asked again later.
        case pending
        /// Genuine; its facts are stored.
        case verified
    }

    /// A stored upload.
    public init(id: Int64, upload: ReceiptUpload, status: Status, failedAttempts: Int) {
        self.id = id
        self.upload = upload
        self.status = status
        self.failedAttempts = failedAttempts
    }
}
