package import Foundation

/// A receipt that a customer sent.
package struct ReceiptUpload: Sendable, Hashable {
    /// Who sent it.
    package var customer: CustomerID
    /// The receipt's bytes.
    package var receipt: Data
    /// When it came.
    package var receivedAt: Date
    /// Whether its signature was checked; if not, only the App Store can, and anybody may have written it.
    package var isSignatureChecked: Bool
    /// The App Store that it says it is of.
    package var store: AskedAppStore
    /// What must be in it for anything of it to count.
    package var demands: UploadDemands

    /// An upload.
    package init(
        customer: CustomerID,
        receipt: Data,
        receivedAt: Date,
        isSignatureChecked: Bool = true,
        store: AskedAppStore = .production,
        demands: UploadDemands = UploadDemands()
    ) {
        self.customer = customer
        self.receipt = receipt
        self.receivedAt = receivedAt
        self.isSignatureChecked = isSignatureChecked
        self.store = store
        self.demands = demands
    }
}

/// An upload that is on disk.
package struct StoredUpload: Sendable, Hashable {
    /// Its number in the storage.
    package var id: Int64
    /// What was sent.
    package var upload: ReceiptUpload
    /// What became of it.
    package var status: Status
    /// How often the App Store was asked in vain.
    package var failedAttempts: Int
    /// Whether it was kept just now; if not, the customer has sent the same receipt before.
    package var isNew: Bool

    /// What became of an upload.
    package enum Status: String, Sendable, Hashable, Codable {
        /// The App Store has not answered yet; asked again later.
        case pending
        /// Genuine; what the customer has by it is stored.
        case verified
    }

    /// A stored upload.
    package init(id: Int64, upload: ReceiptUpload, status: Status, failedAttempts: Int, isNew: Bool = false) {
        self.id = id
        self.upload = upload
        self.status = status
        self.failedAttempts = failedAttempts
        self.isNew = isNew
    }
}
