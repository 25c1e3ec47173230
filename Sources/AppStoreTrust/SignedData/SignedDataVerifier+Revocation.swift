extension SignedDataVerifier {
    /// Says what became of each rule, and asks the authorities whether they have withdrawn a certificate.
    ///
    /// Nobody is asked about what is not signed as it should be.
    ///
    /// - Parameters:
    ///   - compact: Signed data of any kind.
    ///   - checker: Who is asked, and what a missing answer means.
    public func examine(
        _ compact: String,
        checkingRevocationWith checker: RevocationChecker
    ) async -> SignedDataExamination {
        await examine(compact) { (ask) async -> RuleOutcome<TrustError> in
            do throws(TrustError) {
                try await ask(checker)
                return .passed
            } catch {
                return .failed(error)
            }
        }
    }

    /// Asks about the chain of one JWS.
    package typealias RevocationQuestion = (RevocationChecker) async throws(TrustError) -> Void

    /// Examines, and has the caller say what became of the question about each chain that is good otherwise.
    package func examine(
        _ compact: String,
        revocation: (RevocationQuestion) async -> RuleOutcome<TrustError>
    ) async -> SignedDataExamination {
        var whole = examine(compact)
        await insert(revocation, into: &whole)
        for index in whole.parts.indices { await insert(revocation, into: &whole.parts[index]) }
        return whole
    }

    private func insert(
        _ revocation: (RevocationQuestion) async -> RuleOutcome<TrustError>,
        into examination: inout SignedDataExamination
    ) async {
        guard examination.jws != nil else { return }
        let (compact, moment) = (examination.compact, now())
        let outcome = await revocation { (checker) async throws(TrustError) in
            _ = try await verifier.verify(compact, now: moment, checkingRevocationWith: checker)
        }
        examination.checks.insert(Check(.revocation, outcome), at: 1)
    }
}
