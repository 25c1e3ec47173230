/// A question that is due.
enum DueQuestion: Sendable {
    case upload(StoredUpload)
    case receipt(LatestReceipt)
    case subscription(DueSubscription)

    /// Tells questions apart.
    enum ID: Hashable, Sendable {
        case upload(Int64)
        case receipt(Int64)
        case subscription(DueSubscription)
    }

    var id: ID {
        switch self {
        case .upload(let upload): .upload(upload.id)
        case .receipt(let receipt): .receipt(receipt.id)
        case .subscription(let subscription): .subscription(subscription)
        }
    }
}
