import AppStoreModels
import Foundation

/// What one answer of one server means.
enum VerifyReceiptOutcome {
    /// - Parameter held: What is free again when nobody holds what the answer says.
    case verified(VerifyReceiptResponse, held: [any Sendable])
    /// The receipt belongs to the other server.
    case elsewhere(AppStoreEnvironment)
    case failed(Failure)

    struct Failure {
        let code: VerifyReceiptError.Code
        let reason: String
        var status: ReceiptStatusCode?
        var isRetryable = false
        var retryAfter: TimeInterval?
    }

    /// Reads an answer; HTTP says 200 for every documented outcome, the body's status says what happened.
    init(_ response: HTTPTransportResponse) {
        guard (200...299).contains(response.status) else {
            self = .failed(Self.httpFailure(response))
            return
        }
        // The place of a long answer is that of what is made of it, too.
        let read = withExtendedLifetime(response) { try? VerifyReceiptResponse(jsonData: response.body) }
        guard let body = read, let status = body.status else {
            self = .failed(
                Failure(
                    code: .unavailable,
                    reason: "the answer (\(response.body.count) bytes) is not JSON with a status; try later",
                    isRetryable: true
                )
            )
            return
        }
        self.init(body, status: status, held: response.held)
    }

    private init(_ body: VerifyReceiptResponse, status: ReceiptStatusCode, held: [any Sendable]) {
        switch status {
        // 21006 is how iOS 6 style receipts say that the subscription is over; the receipt is genuine.
        case .valid, .subscriptionExpired: self = .verified(body, held: held)
        case .sandboxReceipt: self = .elsewhere(.sandbox)
        case .productionReceipt: self = .elsewhere(.production)
        default: self = .failed(Self.statusFailure(status, flag: body.isRetryable))
        }
    }

    private static func httpFailure(_ response: HTTPTransportResponse) -> Failure {
        // 408 and 429 are the two of the 4xx that ask for another try.
        let isTemporary = response.status >= 500 || [408, 429].contains(response.status)
        return Failure(
            code: isTemporary ? .unavailable : .requestRefused,
            reason: "HTTP \(response.status)" + (isTemporary ? "; try later" : "; check the address of the server"),
            isRetryable: isTemporary,
            retryAfter: response.retryAfter
        )
    }

    private static func statusFailure(_ status: ReceiptStatusCode, flag: Bool?) -> Failure {
        let retry = status.isRetryable(flag: flag)
        let (code, reason): (VerifyReceiptError.Code, String) =
            switch status {
            case .malformedOrMissingData: (.malformedReceipt, "the receipt is malformed, or the server has an outage")
            case .notAuthenticated: (.notAuthenticated, "the receipt was not signed by the App Store")
            case .sharedSecretMismatch: (.sharedSecretMismatch, "set the shared secret of App Store Connect")
            case .accountNotFound: (.accountNotFound, "the account is not found or was deleted")
            case .notPOST: (.requestRefused, "the request did not arrive as POST; look for a redirect on the way")
            case _ where retry: (.unavailable, "the App Store asks to try again later")
            case _ where (21100...21199).contains(status.rawValue):
                (.unavailable, "internal data access error that Apple says will stay")
            default: (.unknownStatus, "no documentation has this status")
            }
        return Failure(code: code, reason: reason, status: status, isRetryable: retry)
    }
}
