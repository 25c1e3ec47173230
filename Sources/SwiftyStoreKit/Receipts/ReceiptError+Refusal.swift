import AppStoreModels

extension ReceiptError {
    /// Whether somebody looked at the receipt and found that it is not valid.
    ///
    /// Who could not look has not refused it: without a network, or as a server in trouble, or without a status.
    var refusesReceipt: Bool {
        guard case .receiptInvalid(let receipt, let status) = self else { return false }
        switch status {
        case .none, .receiptServerUnavailable: return false
        case .unknown:
            let answer = VerifyReceiptResponse(json: JSONObject(receiptInfo: receipt))
            return answer.status?.isRetryable(flag: answer.isRetryable) != true
        default: return true
        }
    }
}
