import AppStoreModels
import Foundation

/// The body of an upload of signed data, read and checked for what can be known without signatures.
struct SignedUpload: Sendable {
    /// How many transactions one upload has at most; `Transaction.all` of a customer of many years has fewer.
    static let maximumCount = 1_000

    /// Signed transactions, as the device has them: `jwsRepresentation`.
    let transactions: [String]
    /// Signed renewal information, each of a subscription that one of the transactions belongs to.
    let renewalInfo: [String]

    /// What comes without a body of ours.
    init(transactions: [String], renewalInfo: [String] = []) {
        self.transactions = transactions
        self.renewalInfo = renewalInfo
    }

    init(body: Data) throws(Rejection) {
        let object = try JSONObject(body: body, of: ["signedTransactions", "signedRenewalInfo"])
        transactions = try Self.texts("signedTransactions", in: object) ?? []
        renewalInfo = try Self.texts("signedRenewalInfo", in: object) ?? []
        guard !transactions.isEmpty else {
            throw Rejection(400, "transactions-missing", "signedTransactions lists at least one signed transaction")
        }
    }

    private static func texts(_ member: String, in object: JSONObject) throws(Rejection) -> [String]? {
        guard let value = object[member] else { return nil }
        guard let texts = value.array?.compactMap(\.string), texts.count == value.array?.count else {
            throw Rejection(400, "invalid-body", "\(member) is a list of texts")
        }
        guard texts.count <= maximumCount else {
            let reason = "\(member) has \(texts.count) entries; send \(maximumCount) at a time"
            throw Rejection(413, "body-too-large", reason)
        }
        return texts
    }
}
