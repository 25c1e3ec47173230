import AppStoreModels
import AppStoreTrust
import Crypto
import Foundation

/// Decides whether a device believes what was signed for it.
struct DocumentVerifier: Sendable {
    /// Why something is not believed, of whatever type it is.
    typealias Failure = VerificationResult<Any>.VerificationError

    private let verifier: JWSVerifier
    /// The device's `AppStore.deviceVerificationID`.
    private let device: UUID?

    init(policy: TrustPolicy, device: UUID?) {
        verifier = JWSVerifier(policy: policy)
        self.device = device
    }

    /// Whose signatures are believed.
    var policy: TrustPolicy { verifier.policy }

    /// What was signed, with the result of every check.
    ///
    /// - Parameter told: What the test says is wrong; nil for nothing.
    func result<Value: AppStoreSigned>(
        of document: SignedDocument,
        from origin: DeviceOrigin,
        told: Failure?
    ) -> VerificationResult<Value> {
        let value = Value(document, origin: origin)
        guard let failure = told ?? failure(of: document, Value.requiredMembers) else { return .verified(value) }
        return .unverified(value, .init(failure))
    }

    private func failure(of document: SignedDocument, _ required: [String]) -> Failure? {
        do throws(TrustError) {
            _ = try verifier.verify(document.compact)
        } catch {
            return Failure(error)
        }
        let members = required + ["deviceVerification", "deviceVerificationNonce"]
        guard members.allSatisfy({ document.json[$0] != nil }) else { return .missingRequiredProperties }
        return isForThisDevice(document) ? nil : .invalidDeviceVerification
    }

    private func isForThisDevice(_ document: SignedDocument) -> Bool {
        guard let device else { return false }
        let text = document.deviceVerificationNonce.uuidString.lowercased() + device.uuidString.lowercased()
        return Data(SHA384.hash(data: Array(text.utf8))) == document.deviceVerification
    }
}

extension VerificationResult.VerificationError {
    /// The same failure of another type's result.
    init(_ failure: DocumentVerifier.Failure) {
        switch failure {
        case .revokedCertificate: self = .revokedCertificate
        case .invalidCertificateChain: self = .invalidCertificateChain
        case .invalidDeviceVerification: self = .invalidDeviceVerification
        case .invalidEncoding: self = .invalidEncoding
        case .invalidSignature: self = .invalidSignature
        case .missingRequiredProperties: self = .missingRequiredProperties
        }
    }
}

extension DocumentVerifier.Failure {
    /// What StoreKit says of a rule that failed.
    init(_ error: TrustError) {
        switch error.code {
        case .malformed, .truncated, .tooLarge, .trailingBytes, .unsupported: self = .invalidEncoding
        case .signatureInvalid, .algorithmNotAllowed: self = .invalidSignature
        case .certificateRevoked: self = .revokedCertificate
        default: self = .invalidCertificateChain
        }
    }
}
