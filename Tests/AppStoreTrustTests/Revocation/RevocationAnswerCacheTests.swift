import AppStoreModels
import Foundation
import Locking
import TestSupport
import Testing

@testable import AppStoreTrust

@Suite("What a responder said is remembered")
struct RevocationAnswerCacheTests {
    /// Verifications at moments the test chooses.
    private struct Story {
        private let now = Locked(OCSPForgery.now)
        private let responder: ScriptedResponder
        private let checker: RevocationChecker
        private let verifier: JWSVerifier

        init(_ mode: RevocationPolicy.Mode, _ reply: @escaping @Sendable (OCSPForgery) throws -> Data) throws {
            let authority = try TestAuthority.trusted.get()
            responder = ScriptedResponder { try reply(OCSPForgery(authority, $0)) }
            checker = RevocationChecker(policy: RevocationPolicy(mode), transport: responder) { [now] in
                now.withLock { $0 }
            }
            verifier = JWSVerifier(policy: try TestAuthority.policy)
        }

        /// How many questions have been asked after a verification at this many seconds.
        func questions(afterVerifyingAt seconds: TimeInterval) async throws -> Int {
            now.withLock { $0 = OCSPForgery.now + seconds }
            let token = try RevocationCheckerTests.token()
            _ = try? await verifier.verify(token, checkingRevocationWith: checker)
            return await responder.questions.count
        }
    }

    @Test("until its next update, and no longer")
    func nextUpdate() async throws {
        let story = try Story(.hard) { try $0.answer() }
        for seconds in [0, 1, 3_599] as [TimeInterval] {
            #expect(try await story.questions(afterVerifyingAt: seconds) == 2)
        }
        // The answers are made anew at the same date, so from now on they are out of date unless clocks differ.
        #expect(try await story.questions(afterVerifyingAt: 3_600) == 4)
    }

    @Test(
        "also that it said nothing, for the time it is left in peace",
        arguments: [RevocationPolicy.Mode.soft, .hard]
    )
    func failure(_ mode: RevocationPolicy.Mode) async throws {
        let story = try Story(mode) { _ in throw ScriptedResponder.Failure(description: "status 500") }
        // In hard mode the first failure ends the check; in soft mode the leaf is asked about too.
        let once = mode == .soft ? 2 : 1
        #expect(try await story.questions(afterVerifyingAt: 0) == once)
        #expect(try await story.questions(afterVerifyingAt: 59) == once)
        #expect(try await story.questions(afterVerifyingAt: 60) == 2 * once)
    }

    @Test("for so many certificates at most, the oldest are forgotten")
    func bound() throws {
        let cache = RevocationAnswerCache(capacity: 2)
        let authority = try TestAuthority.trusted.get()
        let chains = [authority.jwsChain, try authority.receiptChain]
        let names =
            try chains.map {
                try OCSPCertificateID($0.leaf.certificate, issuer: $0.intermediate.certificate)
            } + [OCSPCertificateID(chains[0].intermediate.certificate, issuer: chains[0].root.certificate)]
        for name in names { cache.insert(.success(.good), about: name, validUntil: OCSPForgery.now + 1) }
        #expect(cache.count == 2)
        #expect(cache.answer(about: names[0], at: OCSPForgery.now) == nil)
        #expect(cache.answer(about: names[2], at: OCSPForgery.now) == .success(.good))
        #expect(cache.answer(about: names[2], at: OCSPForgery.now + 1) == nil)
        #expect(cache.count == 0)
    }
}
