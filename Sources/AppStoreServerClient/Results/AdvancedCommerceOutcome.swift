public import AppStoreModels

/// What became of a server call of Advanced Commerce.
public struct AdvancedCommerceOutcome: Sendable {
    /// The transaction as it is now.
    public let transaction: Verified<TransactionPayload>?
    /// What the next renewal will do; of the same subscription as ``transaction``.
    public let renewalInfo: Verified<RenewalInfoPayload>?
    /// The answer as it came.
    public let json: JSONObject

    init(_ answer: VerifiedAnswer) throws(ServerAPIError) {
        json = answer.json
        let transaction = try answer.json[string: "signedTransactionInfo"].map { jws throws(ServerAPIError) in
            try answer.transaction(jws)
        }
        self.transaction = transaction
        // Renewal information names no app: without the transaction it could be anybody's, and is not handed out.
        guard let transaction, let jws = answer.json[string: "signedRenewalInfo"] else {
            renewalInfo = nil
            return
        }
        renewalInfo = try answer.renewalInfo(jws, of: transaction)
    }
}
