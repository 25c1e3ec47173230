import AppReceipt
import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import Logging
import ServiceLifecycle

/// Has a receipt verified: what can be checked here first, then the App Store's word.
struct ReceiptVerification: Sendable {
    /// Asks with an app's own shared secret.
    let client: @Sendable (_ bundleID: String?) -> VerifyReceiptClient
    let inspection: ReceiptInspection
    let apps: ServedApps
    let now: @Sendable () -> Date
    let logger: Logger

    enum Result: Sendable {
        case genuine(Genuine)
        /// The receipt is not accepted.
        case refused(Rejection)
        /// The App Store has no answer for now.
        case noAnswer(Rejection)
    }

    struct Genuine: Sendable {
        /// Whether there is a purchase with these identifiers, of a transaction and a product, nil for any.
        let contains: @Sendable (_ transactionID: String?, _ productID: String?) -> Bool
        let verification: Verification
    }

    /// Verifies a receipt. A server that shuts down does not wait for the App Store.
    ///
    /// - Parameters:
    ///   - bundleID: The app that the receipt names, if that is known; else it is looked up.
    ///   - takesItsWord: Whether the receipt's own purchases count, if its signature is good and the App Store does not speak of
    ///     it because the app has no shared secret.
    func verify(
        _ receipt: Data,
        of bundleID: String? = nil,
        excludeOldTransactions: Bool = false,
        startingWith environment: AppStoreEnvironment = .production,
        takesItsWord: Bool = false
    ) async -> Result {
        let client = client(bundleID ?? inspection.bundleID(of: receipt))
        let result = await cancelWhenGracefulShutdown {
            await client.result(
                of: receipt.base64EncodedString(),
                excludeOldTransactions: excludeOldTransactions,
                startingWith: environment
            )
        }
        switch result {
        case .success(let answer):
            return accept(answer, of: receipt)
        case .failure(let error):
            // With a shared secret the App Store can be asked, and what it refuses is ours to repair.
            if takesItsWord, error.code == .sharedSecretMismatch, let word = word(of: receipt),
                apps.sharedSecret(of: word.bundleID) == nil
            {
                return accept(word)
            }
            logger.notice("verifyReceipt failed", metadata: ["error": "\(error)"])
            return interpret(error, of: receipt)
        }
    }

    private func accept(_ answer: VerifyReceiptAnswer, of receipt: Data) -> Result {
        guard let bundleID = answer.bundleID, apps.bundleIDs.contains(bundleID) else {
            return .refused(.foreignApp(answer.bundleID))
        }
        let environment = answer.response.environment ?? answer.environment
        guard apps.accept(environment, of: bundleID) else { return .refused(.environment(environment)) }
        let date = now()
        let facts = PurchaseFacts(
            answer.response,
            environment: answer.environment,
            receivedAt: date,
            onIncomplete: { logger.warning("incomplete element", metadata: ["error": "\($0)"]) }
        )
        let latest = answer.response.latestReceipt.flatMap { Data(base64: $0) }
        let verification = Verification(
            environment: environment,
            bundleID: bundleID,
            facts: facts,
            latestReceipt: facts.isEmpty ? nil : latest ?? receipt,
            verifiedAt: date,
            statedDate: answer.response.receipt?.requestDate
        )
        return .genuine(
            Genuine(
                contains: { answer.contains(transactionID: $0, productID: $1) },
                verification: verification
            )
        )
    }

    /// What a receipt itself states, as of when it was made: nothing if it is not sound, or of an App Store that does not count
    /// for its app. What became of the purchases since is told by notifications and the Server API, if not by `verifyReceipt`.
    func facts(statedBy receipt: Data) -> PurchaseFacts {
        guard let word = word(of: receipt), apps.accept(word.environment, of: word.bundleID) else {
            return PurchaseFacts()
        }
        return word.facts
    }

    /// Whether a receipt has itself what is demanded of it.
    func meets(_ demands: UploadDemands, by receipt: Data) -> Bool {
        // Nothing is read where nothing is demanded.
        demands.areMet { facts(statedBy: receipt).contains(transactionID: $0, productID: $1) }
    }

    /// The receipt's own purchases, as if the App Store had said it; nil if it is not sound.
    private func word(of receipt: Data) -> Verification? {
        guard inspection.isSound(receipt), let parsed = try? AppReceipt(wireForm: receipt),
            let environment = parsed.environment?.appStoreEnvironment
        else { return nil }
        let date = now()
        var response = VerifyReceiptResponse()
        response.receipt = parsed.verifyReceiptJSON(requestDate: date)
        // A receipt has one date for refunds and upgrades. Which of them it means is found out as on the device, by the
        // periods that begin then: nothing was refunded to who took a higher level.
        let facts = PurchaseFacts(unverified: response, environment: environment, receivedAt: date) { error in
            logger.warning("incomplete element", metadata: ["error": "\(error)"])
        }
        return Verification(
            environment: environment,
            bundleID: parsed.bundleID,
            facts: facts,
            // The App Store would not speak of it later either.
            latestReceipt: nil,
            verifiedAt: date
        )
    }

    private func accept(_ word: Verification) -> Result {
        guard apps.accept(word.environment, of: word.bundleID) else { return .refused(.environment(word.environment)) }
        return .genuine(
            Genuine(
                contains: { word.facts.contains(transactionID: $0, productID: $1) },
                verification: word
            )
        )
    }

    private func interpret(_ error: VerifyReceiptError, of receipt: Data) -> Result {
        switch error.code {
        case .notAuthenticated:
            return .refused(Rejection(422, "receipt-not-authentic", "the App Store did not sign this receipt"))
        case .accountNotFound:
            return .refused(Rejection(422, "account-not-found", "the App Store account no longer exists"))
        case .malformedReceipt where !inspection.isSound(receipt):
            return .refused(
                Rejection(422, "receipt-malformed", "the App Store cannot read this receipt", rule: "malformed-receipt")
            )
        case .sharedSecretMismatch:
            // Ours to repair; the customer did nothing wrong and the upload must survive the repair.
            logger.critical("the App Store refuses the shared secret; set the one of App Store Connect")
            return .noAnswer(.unavailable("the server is not set up to verify this receipt", after: 3_600))
        default:
            return .noAnswer(.unavailable("the App Store has no answer for now; the upload is kept", after: 60))
        }
    }
}

extension Rejection {
    static func foreignApp(_ bundleID: String?) -> Rejection {
        let seen = bundleID.map { "the app \($0.prefix(155))" } ?? "no app at all"
        return Rejection(422, "receipt-foreign-app", "the receipt is of \(seen), which this server does not serve")
    }

    static func environment(_ environment: AppStoreEnvironment) -> Rejection {
        Rejection(
            422,
            "environment-not-accepted",
            "this server does not accept purchases of \(environment.rawValue.prefix(40))"
        )
    }

    /// The App Store takes its time.
    static let noAnswerYet = unavailable("the App Store has no answer for now; the upload is kept", after: 60)

    static func unavailable(_ message: String, after seconds: TimeInterval) -> Rejection {
        Rejection(503, "app-store-unavailable", message, retryAfter: seconds)
    }
}

extension PurchaseFacts {
    /// Whether there is a purchase with these identifiers, nil for any.
    fileprivate func contains(transactionID: String?, productID: String?) -> Bool {
        purchases.contains { purchase in
            (transactionID ?? purchase.transactionID) == purchase.transactionID
                && (productID ?? purchase.productID) == purchase.productID
        }
    }
}

extension VerifyReceiptClient {
    /// What comes of a question, with its typed error, for a closure that cannot throw one.
    fileprivate func result(
        of receipt: String,
        excludeOldTransactions: Bool,
        startingWith environment: AppStoreEnvironment
    ) async -> Swift.Result<VerifyReceiptAnswer, VerifyReceiptError> {
        do throws(VerifyReceiptError) {
            return .success(
                try await verify(
                    receiptData: receipt,
                    excludeOldTransactions: excludeOldTransactions,
                    startingWith: environment
                )
            )
        } catch {
            return .failure(error)
        }
    }
}
