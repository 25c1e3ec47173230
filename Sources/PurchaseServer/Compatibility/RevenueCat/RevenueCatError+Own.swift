import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird

// Our own errors in the numbers of that interface.

extension RevenueCatError {
    /// Nil for an error that nobody expected.
    init?(_ error: any Error) {
        switch error {
        case let error as RevenueCatError: self = error
        case let rejection as Rejection: self.init(rejection)
        case let error as APIError: self.init(error)
        case let error as PurchaseServerError: self.init(APIError(error))
        case let refusal as RequestRefusal: self.init(APIError(refusal))
        case let error as HTTPError where [.notFound, .methodNotAllowed].contains(error.status): self = .notAnswered
        case let error as HTTPError:
            self.init(error.status, .badRequest, error.body ?? error.status.reasonPhrase)
        default: return nil
        }
    }

    /// What went wrong inside; the log says what.
    static var unexpected: Self {
        var error = Self(.serviceUnavailable, .internalError, "the server could not store or read; try again")
        error.retryAfter = 10
        return error
    }

    /// Something that was sent and is not accepted.
    private init(_ rejection: Rejection) {
        let status = HTTPResponse.Status(code: rejection.httpStatus)
        let reason = [rejection.message, rejection.rule.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
        switch rejection.code {
        case "purchase-of-another-customer": self.init(status, .cannotTransferPurchase, reason)
        case "transaction-not-in-receipt": self.init(.badRequest, .productNotInReceipt, reason)
        case "shared-secret-mismatch": self.init(.serviceUnavailable, .badSharedSecret, reason)
        case "body-too-large", "receipt-too-large", "invalid-body": self.init(status, .badRequest, reason)
        case let code where status.kind == .serverError || code == "app-store-unavailable":
            self.init(status, .storeProblem, reason)
        case _ where status == .tooManyRequests: self.init(status, .requestInProgress, reason)
        // All others say what is wrong with the receipt; that interface has one status for them.
        default: self.init(.badRequest, .invalidReceipt, reason)
        }
        retryAfter = rejection.retryAfter
    }

    private init(_ error: APIError) {
        let code: Code =
            switch error.code {
            case "unauthorized", "wrong-kind-of-key", "scope-missing": .badAPIKey
            case "invalid-customer", "unknown-customer": .badAppUserID
            case "too-many-aliases": .aliasFailed
            case "too-many-requests", "request-under-way", "pending-uploads-of-customer": .requestInProgress
            case "pending-uploads": .storeProblem
            default: error.status.kind == .serverError ? .internalError : .badRequest
            }
        self.init(error.status, code, error.message)
        retryAfter = error.retryAfter
    }
}
