import AppStoreTrust
import Foundation
import FuzzSupport

/// A JWS as it comes. An input that begins with a brace stands for a part of one, so that what lies behind the Base64 and
/// the signature is reached: it is tried as the header of a genuine token, and as a payload that our authority signs.
private struct Target {
    static let shared = Target()

    private let verifier: JWSVerifier
    private let signer: JWSSigner
    /// What the seeds say. Nobody else has signed anything, so a verified payload that says something else is forged.
    private let genuine: Set<Data>
    /// Payload and signature of a genuine token.
    private let rest: String

    private init() {
        let folder = SeedFolder.current
        signer = orFinding { try folder.authority().jwsSigner }
        let verifier = orFinding { JWSVerifier(policy: try folder.policy()) }
        let tokens = orFinding { try folder.seeds("jws").map { String(decoding: $0, as: UTF8.self) } }
        genuine = Set(tokens.compactMap { try? verifier.verify($0, now: SeedFolder.date).payload })
        rest = tokens.first { $0.hasPrefix("eyJ") }?.split(separator: ".").dropFirst().joined(separator: ".") ?? ""
        guard !genuine.isEmpty else { finding("no seed can be verified") }
        self.verifier = verifier
    }

    func run(_ input: Data) {
        if input.first == UInt8(ascii: "{") {
            verify("\(Self.urlSafe(input)).\(rest)") { genuine.contains($0) }
            verify(orFinding { try signer.sign(input) }) { $0 == input }
            PayloadModels.readAll(input)
        } else {
            verify(String(decoding: input, as: UTF8.self)) { genuine.contains($0) }
        }
    }

    private func verify(_ token: String, isSigned: (Data) -> Bool) {
        do {
            let verified = try verifier.verify(token, now: SeedFolder.date)
            read(verified)
            if !isSigned(verified.payload) { finding("a forged JWS is verified") }
        } catch {
            read(error)
        }
    }

    private static func urlSafe(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}

@_cdecl("FuzzJWS_main")
public func fuzzJWSMain(_ count: CInt, _ arguments: Arguments) -> CInt {
    fuzz(count, arguments) { bytes, count in
        let target = Target.shared
        MemoryMeter.measure(inputSize: count) {
            target.run(Data(UnsafeBufferPointer(start: bytes, count: count)))
        }
        return 0
    }
}
