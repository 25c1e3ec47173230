public import AppStoreTrust
package import Foundation

/// The receipt is signed by a certificate whose chain ends at an anchor of the policy, and the chain was valid when the
/// receipt was made.
///
/// Keep the rule for long: it remembers good chains, which makes the next check several times faster.
public struct SignatureRule: Sendable {
    private let verifier: CMSVerifier

    /// A rule that trusts whom the policy trusts.
    public init(policy: TrustPolicy) { verifier = CMSVerifier(policy: policy) }

    /// Who is trusted.
    public var policy: TrustPolicy { verifier.policy }

    /// Why the receipt breaks the rule, nil if it does not.
    public func failure(in receipt: AppReceipt) -> AppReceiptError? {
        do {
            try verifier.verify(receipt.message).check(signedAt: receipt.creationDate)
            return nil
        } catch {
            return failure(error, receipt.message)
        }
    }

    /// The receipt in the one spelling that the App Store uses, without anything that is not signed or that nobody needs in
    /// order to check the signature.
    ///
    /// - Throws: ``AppReceiptError`` if the receipt does not fulfil this rule.
    package func canonicalForm(of receipt: AppReceipt) throws(AppReceiptError) -> Data {
        do {
            let verified = try verifier.verify(receipt.message)
            try verified.check(signedAt: receipt.creationDate)
            return Data(try verified.canonicalForm(of: receipt.message))
        } catch {
            throw failure(error, receipt.message)
        }
    }

    /// Why the message is not signed as it should be, before its payload can be read.
    func failure(in message: CMSMessage) -> AppReceiptError? {
        do {
            _ = try verifier.verify(message)
            return nil
        } catch {
            return failure(error, message)
        }
    }

    /// Why the chain of a receipt that fulfils this rule is withdrawn, or not known to be good.
    func revocationFailure(in receipt: AppReceipt, _ checker: RevocationChecker) async -> AppReceiptError? {
        guard let verified = try? verifier.verify(receipt.message),
            (try? verified.check(signedAt: receipt.creationDate)) != nil
        else { return nil }
        do {
            try await verified.check(checker, signedAt: receipt.creationDate)
            return nil
        } catch {
            return AppReceiptError(error)
        }
    }

    private func failure(_ error: TrustError, _ message: CMSMessage) -> AppReceiptError {
        message.isAppAttestReceipt ? .appAttest : AppReceiptError(error)
    }
}
