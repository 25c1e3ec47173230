import Foundation

/// Base64 as JWS and tokens have it: `-` and `_`, without padding.
enum Base64URL {
    /// The bytes; nil for a text that is not of this form.
    static func decode(_ text: some StringProtocol) -> Data? {
        guard !text.contains(where: { "+/=".contains($0) }) else { return nil }
        let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.count % 4) % 4))
    }

    /// The text of bytes.
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}
