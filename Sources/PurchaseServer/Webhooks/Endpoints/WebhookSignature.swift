import AppStoreModels
import Crypto
public import Foundation

/// How a receiver knows that a request comes from this server, and is not one that somebody has sent again.
///
/// The header ``header`` holds the moment of sending in seconds since 1970 and, for each secret in use, the HMAC-SHA256 of
/// that number, a full stop and the body, in hexadecimal: `t=1700000000,v1=4f…`. While a secret is being replaced there
/// are two.
///
/// ```swift
/// try WebhookSignature.verify(header, body: body, secret: secret, now: Date())
/// ```
public enum WebhookSignature {
    /// The header of the signature.
    public static let header = "Purser-Signature"

    /// Why a request is not believed.
    public enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// There is no signature, or one that cannot be read.
        case malformed
        /// No signature fits this body and this secret.
        case mismatch
        /// It was sent at another time than now, by so many seconds.
        case stale(seconds: Int)

        public var description: String {
            switch self {
            case .malformed: "the signature is missing, or is not written as t=SECONDS,v1=HEXADECIMAL"
            case .mismatch: "no signature fits the body and this secret; take the body as it came, byte for byte"
            case .stale(let seconds): "it was sent \(seconds) seconds from now; look at the clock, or refuse it"
            }
        }
    }

    /// Demands that a request was sent by a server that knows the secret, within the last minutes.
    ///
    /// - Parameters:
    ///   - value: The value of the header ``header``.
    ///   - body: The body as it came, byte for byte.
    ///   - secret: The endpoint's secret.
    ///   - now: The current time.
    ///   - tolerance: How old, in seconds, a request may be.
    public static func verify(
        _ value: String?,
        body: Data,
        secret: String,
        now: Date,
        tolerance: TimeInterval = 300
    ) throws(Failure) {
        let parts = (value ?? "").split(separator: ",").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        guard let time = parts.first(where: { $0.first == "t" })?.last, let seconds = Int64(time),
            parts.allSatisfy({ $0.count == 2 })
        else { throw .malformed }
        let codes = parts.filter { $0[0] == "v1" }.compactMap { [UInt8](hexadecimal: $0[1]) }
            .filter { $0.count == SHA256.byteCount }
        guard !codes.isEmpty else { throw .malformed }
        let message = Data("\(seconds).".utf8) + body
        let key = SymmetricKey(data: Data(secret.utf8))
        // Compares in constant time.
        guard codes.contains(where: { HMAC<SHA256>.isValidAuthenticationCode($0, authenticating: message, using: key) })
        else { throw .mismatch }
        let age = now.timeIntervalSince1970 - Double(seconds)
        guard abs(age) <= tolerance else { throw .stale(seconds: Int(max(min(age, 1e15), -1e15))) }
    }

    /// The value of the header for a body.
    static func value(of body: Data, secrets: [WebhookSecret], at date: Date) -> String {
        let seconds = Int64(date.timeIntervalSince1970.rounded(.down))
        let message = Data("\(seconds).".utf8) + body
        let codes = secrets.filter { $0.isInUse(at: date) }.map { secret in
            let key = SymmetricKey(data: Data(secret.text.utf8))
            let code = HMAC<SHA256>.authenticationCode(for: message, using: key)
            return ",v1=" + code.hexadecimal
        }
        return "t=\(seconds)" + codes.joined()
    }
}
