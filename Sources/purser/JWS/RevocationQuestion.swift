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

    /// What comes of asking about the chain of a JWS that is good otherwise.
    func outcome(of question: SignedDataVerifier.RevocationQuestion) async -> RuleOutcome<TrustError> {
        missing.withLock { $0 = nil }
        do throws(TrustError) {
            try await question(checker)
        } catch {
            return .failed(error)
        }
        return missing.withLock { $0 }.map { .notApplicable("no answer: \($0.reason)") } ?? .passed
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
