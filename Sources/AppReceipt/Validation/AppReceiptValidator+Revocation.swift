public import AppStoreTrust
public import Foundation

extension AppReceiptValidator {
    /// Checks all rules, and asks the authorities whether they have withdrawn a certificate of the receipt's chain.
    ///
    /// Nobody is asked about a receipt that breaks the signature rule already, or by a validator without it.
    ///
    /// - Parameters:
    ///   - wireForm: The receipt in any form ``AppReceipt/init(wireForm:maximumLength:)`` reads.
    ///   - checker: Who is asked, and what a missing answer means.
    /// - Returns: The receipt and every failure; `certificate-revoked` or `revocation-unknown` come last.
    public func validate(
        _ wireForm: some DataProtocol,
        checkingRevocationWith checker: RevocationChecker
    ) async -> ReceiptValidation {
        let validation = validate(wireForm)
        guard let receipt = validation.receipt else { return validation }
        var failures = validation.failures
        for case let rule as SignatureRule in rules {
            if let failure = await rule.revocationFailure(in: receipt, checker) { failures.append(failure) }
        }
        return ReceiptValidation(receipt: receipt, failures: failures)
    }

    /// Returns the receipt if it fulfils all rules and no certificate of its chain is withdrawn.
    ///
    /// - Parameters:
    ///   - wireForm: The receipt in any form ``AppReceipt/init(wireForm:maximumLength:)`` reads.
    ///   - checker: Who is asked, and what a missing answer means.
    /// - Throws: The first failure, a ``AppReceiptError``.
    public func validated(
        _ wireForm: some DataProtocol,
        checkingRevocationWith checker: RevocationChecker
    ) async throws(AppReceiptError) -> AppReceipt {
        let validation = await validate(wireForm, checkingRevocationWith: checker)
        if let failure = validation.failures.first { throw failure }
        guard let receipt = validation.receipt else { throw AppReceiptError(.notAReceipt, "there is no receipt") }
        return receipt
    }
}
