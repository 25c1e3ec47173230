public import AppStoreModels
public import AppStoreTrust
public import Foundation

extension AppReceiptValidator {
    /// Checks all rules, and asks the authorities whether they have withdrawn a certificate of the receipt's chain.
    ///
    /// Nobody is asked about a receipt that breaks the signature rule already.
    ///
    /// - Parameters:
    ///   - wireForm: The receipt in any form ``AppReceipt/init(wireForm:maximumLength:)`` reads.
    ///   - checker: Who is asked, and what a missing answer means.
    /// - Returns: The receipt and what became of each rule, ``ReceiptRuleID/revocation`` last.
    public func validate(
        _ wireForm: some DataProtocol,
        checkingRevocationWith checker: RevocationChecker
    ) async -> ReceiptValidation {
        var validation = validate(wireForm)
        guard let receipt = validation.receipt, validation.outcome(of: .signature) == .passed else { return validation }
        let failure = await signature.revocationFailure(in: receipt, checker)
        validation.checks.append(ReceiptValidation.Check(.revocation, failure: failure))
        return validation
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
    ) async throws(AppReceiptError) -> Verified<AppReceipt> {
        try await validate(wireForm, checkingRevocationWith: checker).validated()
    }
}
