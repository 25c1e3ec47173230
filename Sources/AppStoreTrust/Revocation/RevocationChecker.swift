public import AppStoreModels
public import Foundation
import X509

/// Asks the authorities whether they have withdrawn a certificate of a chain that is trusted otherwise.
///
/// Leaf and intermediate are asked about, the root is not: it is trusted for itself. Self-signed certificates of Xcode
/// have no authority to ask. Answers are remembered until they are out of date, so keep one checker for long:
///
/// ```swift
/// let checker = RevocationChecker(policy: RevocationPolicy(.soft), transport: transport) { Date() }
/// let verified = try await verifier.verify(signedTransaction, checkingRevocationWith: checker)
/// ```
///
/// A certificate withdrawn because its key may be in wrong hands is refused whatever date the signed data claims; one
/// withdrawn for another reason, such as a certificate that took its place, only for signatures from the date of
/// withdrawal on.
public struct RevocationChecker: Sendable {
    /// What is asked, and what a missing answer means.
    public let policy: RevocationPolicy
    private let transport: any HTTPTransport
    private let clock: @Sendable () -> Date
    private let nonce: (@Sendable () -> [UInt8])?
    private let accepted: (@Sendable (TrustError) -> Void)?
    private let cache = RevocationAnswerCache()

    /// A checker.
    ///
    /// - Parameters:
    ///   - policy: What is asked, and what a missing answer means.
    ///   - transport: How questions leave the process.
    ///   - nonce: Makes 16 to 32 random octets for each question; nil, as RFC 5019 recommends, sends none. An answer
    ///     without a nonce is accepted all the same, one with another nonce never.
    ///   - acceptedWithoutAnswer: Told why there was no answer each time ``RevocationPolicy/Mode-swift.enum/soft`` goes
    ///     on without one.
    ///   - clock: The present.
    public init(
        policy: RevocationPolicy,
        transport: any HTTPTransport,
        nonce: (@Sendable () -> [UInt8])? = nil,
        acceptedWithoutAnswer: (@Sendable (TrustError) -> Void)? = nil,
        clock: @escaping @Sendable () -> Date
    ) {
        (self.policy, self.transport, self.nonce, self.clock) = (policy, transport, nonce, clock)
        accepted = acceptedWithoutAnswer
    }

    /// Checks the certificates of a chain, the intermediate first: a withdrawn authority says nothing about its leaf.
    ///
    /// - Throws: ``TrustError``, code `certificate-revoked` or, in hard mode, `revocation-unknown`.
    func check(_ signer: TrustedSigner, signedAt date: Date) async throws(TrustError) {
        guard policy.mode != .off else { return }
        for (certificate, issuer) in zip(signer.chain, signer.chain.dropFirst()).reversed() {
            do {
                let status = try await status(of: certificate, issuer: issuer)
                try status.check(String(describing: certificate.subject), signedAt: date)
            } catch {
                guard policy.mode == .soft, error.code == .revocationUnknown else { throw error }
                accepted?(error)
            }
        }
    }

    private func status(of certificate: Certificate, issuer: Certificate) async throws(TrustError) -> CertificateStatus
    {
        let name = try OCSPCertificateID(certificate, issuer: issuer)
        if let known = cache.answer(about: name, at: clock()) { return try known.get() }
        do {
            let verdict = try await ask(about: name, certificate, issuer)
            cache.insert(.success(verdict.status), about: name, validUntil: verdict.validUntil)
            return verdict.status
        } catch {
            // Who gave up waiting says nothing about the responder.
            if !Task.isCancelled {
                cache.insert(.failure(error), about: name, validUntil: clock().addingTimeInterval(policy.retryInterval))
            }
            throw error
        }
    }

    private func ask(
        about name: OCSPCertificateID,
        _ certificate: Certificate,
        _ issuer: Certificate
    ) async throws(TrustError) -> OCSPResponseVerifier.Verdict {
        let request = OCSPRequest(name, nonce: nonce?())
        let question = HTTPTransportRequest(
            url: try responder(of: certificate),
            contentType: OCSPRequest.contentType,
            body: Data(request.encoded),
            timeout: policy.timeout,
            maximumResponseLength: policy.maximumLength
        )
        let answer: HTTPTransportResponse
        do {
            answer = try await transport.send(question)
        } catch {
            throw TrustError(.revocationUnknown, "\(question.url) gave no answer: \(error)")
        }
        guard answer.status == 200 else {
            throw TrustError(.revocationUnknown, "\(question.url) answered with HTTP status \(answer.status)")
        }
        return try OCSPResponseVerifier(policy: policy, now: clock())
            .verdict(Array(answer.body), to: request, issuer: issuer)
    }

    /// The responder that the policy or the certificate names. The certificate's chain has been verified before, so no
    /// stranger chooses where questions go.
    private func responder(of certificate: Certificate) throws(TrustError) -> URL {
        if let responder = policy.responder {
            do {
                return try HTTPAddress(responder).url
            } catch {
                throw TrustError(.revocationUnknown, "the responder of the policy cannot be asked: \(error.reason)")
            }
        }
        guard let access = try? certificate.extensions.authorityInformationAccess else {
            throw TrustError(.revocationUnknown, "\(certificate.subject) names no responder")
        }
        for description in access where description.method == .ocspServer {
            guard case .uniformResourceIdentifier(let text) = description.location, let address = try? HTTPAddress(text)
            else { continue }
            return address.url
        }
        throw TrustError(.revocationUnknown, "\(certificate.subject) names no responder that can be asked by HTTP")
    }
}
