public import AppReceipt
public import AppStoreModels
import Foundation

/// Why a request was answered with a status other than 0.
public struct VerifyReceiptRefusal: Error, Sendable, CustomStringConvertible {
    /// What was answered.
    public let status: ReceiptStatusCode
    /// What was seen, and what to do.
    public let reason: String
    /// What is wrong with the receipt, if that is why.
    public private(set) var receiptError: AppReceiptError?
    /// What the App Store Server API refused, if that is why.
    public private(set) var serverAPIError: ServerAPIError?

    public var description: String { "status \(status): \(reason)" }
}

/// Two refusals are equal when the same was answered for the same cause; the wording does not count.
extension VerifyReceiptRefusal: Equatable {
    public static func == (left: VerifyReceiptRefusal, right: VerifyReceiptRefusal) -> Bool {
        left.status == right.status && left.receiptError == right.receiptError
            && left.serverAPIError == right.serverAPIError
    }
}

extension VerifyReceiptRefusal {
    /// An internal data access error that stays: what is wrong is between us and the App Store Server API.
    static let lasting = ReceiptStatusCode(rawValue: 21100)

    static let noReceipt = VerifyReceiptRefusal(
        .malformedOrMissingData,
        "receipt-data is missing, or no receipt in plain base64"
    )
    static let sandboxReceipt = VerifyReceiptRefusal(.sandboxReceipt, "ask the sandbox about this receipt")
    static let productionReceipt = VerifyReceiptRefusal(.productionReceipt, "ask production about this receipt")
    static let unknownStore = VerifyReceiptRefusal(
        .notAuthenticated,
        "the receipt comes neither from production nor from the sandbox"
    )
    static let sharedSecret = VerifyReceiptRefusal(
        .sharedSecretMismatch,
        "the password is not the shared secret, and the receipt has auto-renewable subscriptions"
    )

    static func outOfTime(_ seconds: TimeInterval) -> VerifyReceiptRefusal {
        VerifyReceiptRefusal(
            .serverUnavailable,
            "the App Store Server API gave no whole answer within \(seconds) seconds; try later"
        )
    }

    private init(_ status: ReceiptStatusCode, _ reason: String) { (self.status, self.reason) = (status, reason) }

    /// A receipt that cannot be read, or was not signed by whom we trust.
    init(_ error: AppReceiptError) {
        self.init(error.code.meansNoReceipt ? .malformedOrMissingData : .notAuthenticated, "\(error)")
        receiptError = error
    }

    /// A customer that the App Store does not know, an outage, or something that is ours to repair.
    init(_ error: ServerAPIError) {
        let isUnknown =
            error.errorCode.map {
                [.accountNotFound, .transactionIDNotFound, .originalTransactionIDNotFound].contains($0)
            } ?? false
        let failure: ReceiptStatusCode = error.isRetryable ? .serverUnavailable : Self.lasting
        self.init(isUnknown ? .accountNotFound : failure, "\(error)")
        serverAPIError = error
    }

    /// What is answered.
    var response: VerifyReceiptResponse {
        var response = VerifyReceiptResponse()
        response.status = status
        if status == Self.lasting { response.isRetryable = false }
        return response
    }
}
