public import Crypto
public import Foundation

extension VerificationResult where SignedType == Product.SubscriptionInfo.RenewalInfo {
    /// The compact JWS, for a server.
    public var jwsRepresentation: String { unsafePayloadValue.signed.compact }

    /// The header of the JWS, decoded: JSON.
    public var headerData: Data { unsafePayloadValue.signed.header }

    /// The payload of the JWS, decoded: JSON.
    public var payloadData: Data { unsafePayloadValue.signed.payload }

    /// The signature of the JWS, decoded: 64 bytes.
    public var signatureData: Data { unsafePayloadValue.signed.signature }

    /// The signature of the JWS.
    public var signature: P256.Signing.ECDSASignature { unsafePayloadValue.signed.ecdsaSignature }

    /// What the signature is of: header and payload as they are in the JWS, with the dot between them.
    public var signedData: Data { unsafePayloadValue.signed.signedData }

    /// When it was signed.
    public var signedDate: Date { unsafePayloadValue.signedDate }

    /// SHA-384 of `deviceVerificationNonce` and ``AppStore/deviceVerificationID``, both in lower case.
    public var deviceVerification: Data { unsafePayloadValue.deviceVerification }

    /// What takes part in `deviceVerification`.
    public var deviceVerificationNonce: UUID { unsafePayloadValue.deviceVerificationNonce }
}
