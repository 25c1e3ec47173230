import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStore

/// What `purser offer sign` printed, for a purchase to show.
struct OfferSignatureOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The signature of --offer, version 2; without --offer whether the introductory offer is allowed.",
            valueName: "jws"
        )
    )
    var jws: String?

    @Option(help: ArgumentHelp("Of a signature of version 1: the identifier of the key.", valueName: "id"))
    var keyID: String?

    @Option(help: ArgumentHelp("Of a signature of version 1: its UUID.", valueName: "uuid"))
    var nonce: String?

    @Option(help: ArgumentHelp("Of a signature of version 1: when it was signed.", valueName: "ms"))
    var timestamp: Int64?

    @Option(help: ArgumentHelp("Of a signature of version 1: itself, in Base64.", valueName: "base64"))
    var signature: String?

    /// The offer with its signature, if there is one.
    func signed(_ offer: PurchaseOffer?) throws -> PurchaseOffer? {
        let parts = [keyID, nonce, timestamp.map(String.init), signature].compactMap(\.self)
        guard jws != nil || !parts.isEmpty, let offer else {
            guard parts.isEmpty else {
                throw ValidationError("--key-id, --nonce, --timestamp and --signature go with --offer")
            }
            return offer
        }
        guard case .unsignedPromotional(let identifier) = offer else {
            throw ValidationError("only a promotional offer is signed; give --offer promotional:ID")
        }
        if let jws {
            guard parts.isEmpty else {
                throw ValidationError("give either --jws or the parts of a signature of version 1")
            }
            return .promotionalJWS(identifier: identifier, compactJWS: jws)
        }
        return .promotional(identifier: identifier, signature: try firstVersion())
    }

    /// What says whether the introductory offer is allowed; nil if nothing does.
    func eligibility(with offer: PurchaseOffer?) -> String? { offer == nil ? jws : nil }

    private func firstVersion() throws -> PromotionalOfferSignature {
        guard let keyID, let nonce, let timestamp, let signature else {
            throw ValidationError("a signature of version 1 is --key-id, --nonce, --timestamp and --signature together")
        }
        guard let uuid = UUID(uuidString: nonce) else { throw ValidationError("--nonce: \(nonce) is no UUID") }
        guard let bytes = Data(base64: signature) else {
            throw ValidationError("--signature: what it says is no Base64")
        }
        return PromotionalOfferSignature(keyID: keyID, nonce: uuid, timestamp: timestamp, signature: bytes)
    }
}
