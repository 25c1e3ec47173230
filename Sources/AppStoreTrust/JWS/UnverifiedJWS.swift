package import AppStoreModels
public import Foundation

/// What a JWS says, with nothing verified: for looking at tokens, never for believing them.
///
/// - Warning: Anybody can write such a token. Use ``JWSVerifier`` for everything but display.
public struct UnverifiedJWS: Sendable, Hashable {
    /// The header: a JSON object in UTF-8.
    public let header: Data
    /// The payload, JSON in UTF-8 if the App Store made it.
    public let payload: Data
    /// The signature: 64 bytes if it is one of ES256.
    public let signature: Data
    /// The algorithm that the header names.
    public let algorithm: String?
    /// The certificates that the header brings along, as DER, leaf first; what is not Base64 is empty.
    public let certificates: [Data]

    /// The members of the payload; nil for what is no JSON object.
    package var json: JSONObject? { (try? JSONValue(parsing: payload))?.object }

    private struct Header: Decodable {
        let alg: String?
        let x5c: [String]?
    }

    /// Takes a JWS apart.
    ///
    /// - Parameter compact: The compact form: three Base64url parts with dots between them.
    /// - Throws: ``TrustError``, code `malformed` or `too-large`.
    public init(_ compact: String) throws(TrustError) {
        let bytes = Array(compact.utf8)
        guard bytes.count <= JWSVerifier.maximumLength else {
            throw TrustError(.tooLarge, "\(bytes.count) bytes; at most \(JWSVerifier.maximumLength) are read")
        }
        // One part more than there may be is enough to refuse them all: a text of dots has a million.
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            let count = bytes.count(where: { $0 == UInt8(ascii: ".") }) + 1
            throw TrustError(.malformed, "a JWS has three parts with dots between them, found \(count)")
        }
        let headerLength = parts[0].count
        guard headerLength <= JWSVerifier.maximumHeaderLength else {
            throw TrustError(
                .tooLarge,
                "the header has \(headerLength) bytes; at most \(JWSVerifier.maximumHeaderLength) are read"
            )
        }
        header = try Self.decode(parts[0], "header")
        payload = try Self.decode(parts[1], "payload")
        signature = try Self.decode(parts[2], "signature")
        let members: Header
        do {
            members = try JSONDecoder().decode(Header.self, from: header)
        } catch {
            throw TrustError(.malformed, "the header of the JWS is not the JSON object it should be")
        }
        algorithm = members.alg
        certificates = (members.x5c ?? []).map { text in
            Data((try? Base64.decode(Array(text.utf8), .standard)) ?? [])
        }
    }

    private static func decode(_ part: ArraySlice<UInt8>, _ name: String) throws(TrustError) -> Data {
        do {
            return Data(try Base64.decode(Array(part), .urlSafe))
        } catch {
            throw TrustError(.malformed, "the \(name) of the JWS is not Base64url: \(error)")
        }
    }
}
