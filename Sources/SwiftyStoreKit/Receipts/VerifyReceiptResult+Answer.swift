import AppStoreModels
import Foundation

extension VerifyReceiptResult {
    /// What an answer of `verifyReceipt` means.
    init(_ answer: Result<Data, any Error>) {
        switch answer {
        case .failure(let error): self = .error(error: .networkError(error: error))
        case .success(let data) where data.isEmpty: self = .error(error: .noRemoteData)
        case .success(let data): self.init(body: data)
        }
    }

    private init(body: Data) {
        guard let json = try? JSONValue(parsing: body) else {
            self = .error(error: .jsonDecodeError(string: String(data: body, encoding: .utf8)))
            return
        }
        let response = VerifyReceiptResponse(json: json.object ?? JSONObject())
        let receipt = response.json.receiptInfo
        switch response.status.map({ ReceiptStatus(rawValue: $0.rawValue) ?? .unknown }) {
        case .valid?: self = .success(receipt: receipt)
        case let status?: self = .error(error: .receiptInvalid(receipt: receipt, status: status))
        case nil: self = .error(error: .receiptInvalid(receipt: receipt, status: .none))
        }
    }

    /// Whether the server says that the receipt belongs to the sandbox.
    var isTestReceipt: Bool {
        guard case .error(error: .receiptInvalid(_, status: .testReceipt)) = self else { return false }
        return true
    }
}
