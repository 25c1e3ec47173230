import AppStoreModels

/// What became of purchases that the server has.
public struct UploadOutcome: Sendable, Hashable {
    /// Whether the App Store is still to be heard about them; they are on the server's disk.
    public let isPending: Bool
    /// Purchases that stay with another customer, by their original transactions.
    public let refusedPurchases: [String]

    /// What the server's answers to uploads always have. Without them something in between has answered.
    static let demands = ["customer", "date", "entitlements"]

    init(_ answer: ServerConnection.Answer) {
        isPending = answer.status == 202
        refusedPurchases = (answer.json[array: "refusedPurchases"] ?? []).compactMap(\.object)
            .compactMap { $0[string: "originalTransactionId"] }
    }
}
