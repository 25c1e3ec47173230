import AppStoreTrust
import Foundation
import FuzzSupport

/// A JWS as it comes, or (if the input begins with a brace) only its header, so that JSON, `x5c` and certificates are
/// reached through the Base64 around them.
private struct Target {
    static let shared = Target()

    private let verifier: JWSVerifier
    /// What the seeds say. Nobody else has signed anything, so a verified payload that says something else is forged.
    private let genuine: Set<Data>
    /// Payload and signature of a genuine token.
    private let rest: String

    private init() {
        let folder = SeedFolder.current
        verifier = orFinding { JWSVerifier(policy: try folder.policy()) }
        let tokens = orFinding { try folder.seeds("jws").map { String(decoding: $0, as: UTF8.self) } }
        genuine = Set(
            tokens.compactMap { try? JWSVerifier(policy: folder.policy()).verify($0, now: SeedFolder.date).payload }
        )
        rest = tokens.first { $0.hasPrefix("eyJ") }?.split(separator: ".").dropFirst().joined(separator: ".") ?? ""
        guard !genuine.isEmpty else { finding("no seed can be verified") }
    }

    func run(_ input: UnsafeBufferPointer<UInt8>) {
        let token =
            input.first == UInt8(ascii: "{")
            ? "\(Self.urlSafe(Data(input))).\(rest)" : String(decoding: input, as: UTF8.self)
        guard let verified = try? verifier.verify(token, now: SeedFolder.date) else { return }
        if !genuine.contains(verified.payload) { finding("a forged JWS is verified") }
    }

    private static func urlSafe(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}

@_cdecl("FuzzJWS_main")
public func fuzzJWSMain(_ count: CInt, _ arguments: Arguments) -> CInt {
    fuzz(count, arguments) { bytes, count in
        Target.shared.run(UnsafeBufferPointer(start: bytes, count: count))
        return 0
    }
}
