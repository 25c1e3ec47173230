import AppStoreModels
import Crypto
import Foundation
import HTTPServing
import Logging

/// Writes down how uploads end: whose, in letters that do not tell who that is, with what outcome, after how long.
struct UploadLog: Sendable {
    let metrics: ServerMetrics
    let uptime: @Sendable () -> TimeInterval
    let logger: Logger

    /// Does the upload and writes down how it ended.
    func watching(
        _ customer: CustomerID,
        _ upload: () async throws -> ReceiptIngestion.Outcome
    ) async throws -> ReceiptIngestion.Outcome {
        let begin = uptime()
        do {
            let outcome = try await upload()
            note(customer, outcome.name, since: begin)
            return outcome
        } catch {
            note(customer, Self.code(of: error), since: begin)
            throw error
        }
    }

    /// The first 12 digits of the SHA-256 of the customer's identifier: who knows the identifier finds the lines.
    static func hash(of customer: CustomerID) -> String {
        String(SHA256.hash(data: Data(customer.value.utf8)).hexadecimal.prefix(12))
    }

    private func note(_ customer: CustomerID, _ outcome: String, since begin: TimeInterval) {
        let seconds = max(uptime() - begin, 0)
        metrics.upload(outcome, seconds: seconds)
        logger.info(
            "upload",
            metadata: [
                "customer": "\(Self.hash(of: customer))", "outcome": "\(outcome)",
                "milliseconds": "\(Int((seconds * 1_000).rounded()))",
            ]
        )
    }

    private static func code(of error: any Error) -> String {
        switch error {
        case let error as Rejection: error.code
        case let error as APIError: error.code
        case let error as PurchaseServerError: error.code.rawValue
        case let refusal as RequestRefusal: refusal.code
        case is RevenueCatError: "request-refused"
        // Who went away is no error of the server, and must wake nobody who watches for those.
        default: RequestEnd(error)?.rawValue ?? "server-error"
        }
    }
}
