import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import ArgumentParser
import Foundation
import Locking
import OutgoingHTTP

/// Asks the authorities whether they have withdrawn the certificates of a JWS that is good otherwise.
struct RevocationQuestion: Sendable {
    private let checker: RevocationChecker
    private let missing: Locked<TrustError?>

    /// A question with this mode, over a transport. Answers are dated by the real clock, whatever `--at` says.
    init(_ mode: RevocationPolicy.Mode, transport: any HTTPTransport, clock: @escaping @Sendable () -> Date = Date.init)
    {
        let missing = Locked(TrustError?.none)
        self.missing = missing
        checker = RevocationChecker(
            policy: RevocationPolicy(mode),
            transport: transport,
            acceptedWithoutAnswer: { error in missing.withLock { $0 = error } },
            clock: clock
        )
    }

    /// Asks about the chain of a JWS that `verifier` accepts.
    func check(_ compact: String, _ verifier: JWSVerifier, now: Date) async -> JWSExamination.Check {
        missing.withLock { $0 = nil }
        do {
            _ = try await verifier.verify(compact, now: now, checkingRevocationWith: checker)
        } catch {
            return .failed("revocation", error.code.rawValue, error.reason)
        }
        if let reason = missing.withLock({ $0?.reason }) { return .skipped("revocation", "no answer: \(reason)") }
        return .passed("revocation", "the authorities have withdrawn no certificate")
    }
}

/// What `--revocation` may be.
enum RevocationArgument: String, ExpressibleByArgument, CaseIterable {
    case off, soft, hard

    /// The question to ask; nil for ``off``.
    var question: RevocationQuestion? {
        mode.map { RevocationQuestion($0, transport: AsyncHTTPClientTransport()) }
    }

    private var mode: RevocationPolicy.Mode? {
        switch self {
        case .off: nil
        case .soft: .soft
        case .hard: .hard
        }
    }
}
