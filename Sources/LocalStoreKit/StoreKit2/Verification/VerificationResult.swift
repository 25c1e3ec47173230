public import Foundation

/// Something that the App Store signed, and whether the signature is good.
///
/// The device checks the signature, the certificates, and that what was signed is for this device.
@frozen
public enum VerificationResult<SignedType> {
    /// The device does not trust it; the value is what it says all the same.
    case unverified(SignedType, VerificationResult<SignedType>.VerificationError)
    /// The App Store signed it for this device.
    case verified(SignedType)

    /// The value, if the signature is good.
    ///
    /// - Throws: The ``VerificationError``.
    public var payloadValue: SignedType {
        get throws {
            switch self {
            case .verified(let value): return value
            case .unverified(_, let error): throw error
            }
        }
    }

    /// The value, whoever signed it.
    public var unsafePayloadValue: SignedType {
        switch self {
        case .verified(let value), .unverified(let value, _): value
        }
    }

    /// Why the device does not trust what was signed.
    public enum VerificationError: Error, Equatable, Hashable, LocalizedError {
        /// A certificate was withdrawn.
        case revokedCertificate
        /// The certificates lead to nobody the device trusts, or were not valid when it was signed.
        case invalidCertificateChain
        /// It was signed for another device.
        case invalidDeviceVerification
        /// It is no JWS.
        case invalidEncoding
        /// The signature does not fit.
        case invalidSignature
        /// Something is missing that is always there.
        case missingRequiredProperties

        /// What is wrong, in a sentence.
        public var errorDescription: String? {
            switch self {
            case .revokedCertificate: "A certificate of the signature was withdrawn."
            case .invalidCertificateChain: "The certificates of the signature are not trusted here."
            case .invalidDeviceVerification: "It was signed for another device."
            case .invalidEncoding: "It is no JWS."
            case .invalidSignature: "The signature does not fit what was signed."
            case .missingRequiredProperties: "What was signed lacks a member that is always there."
            }
        }
    }
}

extension VerificationResult: Equatable where SignedType: Equatable {}

extension VerificationResult: Hashable where SignedType: Hashable {}

extension VerificationResult: Sendable where SignedType: Sendable {}

extension VerificationResult: CustomDebugStringConvertible where SignedType: CustomDebugStringConvertible {
    /// Whether it is verified, and the value.
    public var debugDescription: String {
        switch self {
        case .verified(let value): "verified \(value.debugDescription)"
        case .unverified(let value, let error): "unverified (\(error)) \(value.debugDescription)"
        }
    }
}
