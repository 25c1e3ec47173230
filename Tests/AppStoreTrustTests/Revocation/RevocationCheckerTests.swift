import AppStoreModels
import Foundation
import SwiftASN1
import TestSupport
import Testing
import X509

@testable import AppStoreTrust

@Suite("A check whether certificates were withdrawn")
struct RevocationCheckerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// What is thrown when answers are demanded.
        let hard: TrustError.Code?
        /// What is thrown when they are not.
        let soft: TrustError.Code?
        let reply: @Sendable (OCSPForgery) throws -> Data

        /// A case that says the same in both modes.
        init(
            _ description: String,
            _ code: TrustError.Code?,
            _ change: @escaping @Sendable (inout OCSPForgery) throws -> Void
        ) {
            (testDescription, hard, soft, reply) = (description, code, code, Self.changing(change))
        }

        /// An answer that cannot be used.
        init(unusable description: String, _ change: @escaping @Sendable (inout OCSPForgery) throws -> Void) {
            self.init(withoutAnswer: description, reply: Self.changing(change))
        }

        /// Bytes of any kind, or none.
        init(withoutAnswer description: String, reply: @escaping @Sendable (OCSPForgery) throws -> Data) {
            (testDescription, hard, soft, self.reply) = (description, .revocationUnknown, nil, reply)
        }

        private static func changing(
            _ change: @escaping @Sendable (inout OCSPForgery) throws -> Void
        ) -> @Sendable (OCSPForgery) throws -> Data {
            { forgery in
                var forgery = forgery
                try change(&forgery)
                return try forgery.answer()
            }
        }
    }

    private static let signed = TestAuthority.signingDate

    private static func revoked(_ seconds: TimeInterval, _ reason: CertificateRevocationReason) -> CertificateStatus {
        .revoked(at: signed + seconds, reason: reason)
    }

    static let statuses = [
        Case("good", nil) { _ in },
        Case("good, by a nonce that is missing", nil) { $0.nonce = nil },
        Case("good, without a next update, while fresh", nil) {
            ($0.producedAt, $0.nextUpdate) = (OCSPForgery.now - 86_400, nil)
        },
        Case("good, as far as clocks may differ in the future", nil) { $0.producedAt = OCSPForgery.now + 300 },
        Case("good, as far as clocks may differ in the past", nil) { $0.nextUpdate = OCSPForgery.now - 300 },
        Case("revoked before the signature", .certificateRevoked) { $0.status = revoked(-1, .superseded) },
        Case("revoked at the moment of the signature", .certificateRevoked) { $0.status = revoked(0, .superseded) },
        Case("superseded after the signature", nil) { $0.status = revoked(1, .superseded) },
        Case("out of service after the signature", nil) { $0.status = revoked(1, .cessationOfOperation) },
        Case("on hold after the signature", nil) { $0.status = revoked(1, .certificateHold) },
        Case("compromised after the signature", .certificateRevoked) { $0.status = revoked(1, .keyCompromise) },
        Case("authority compromised later", .certificateRevoked) { $0.status = revoked(1, .authorityCompromise) },
        Case("revoked later without a reason", .certificateRevoked) { $0.status = revoked(1, .unspecified) },
        Case("revoked later for a reason nobody knows", .certificateRevoked) {
            $0.status = revoked(1, .init(rawValue: 42))
        },
    ]

    static let unusable =
        [
            Case(unusable: "unknown") { $0.status = .unknown },
            Case(unusable: "out of date") { $0.nextUpdate = OCSPForgery.now - 301 },
            Case(unusable: "old, without a next update") {
                ($0.producedAt, $0.nextUpdate) = (OCSPForgery.now - 86_701, nil)
            },
            Case(unusable: "made in the future") { $0.producedAt = OCSPForgery.now + 301 },
            Case(unusable: "about another certificate") { forgery in
                let chain = try forgery.authority.receiptChain
                forgery.names = [try OCSPCertificateID(chain.leaf.certificate, issuer: chain.intermediate.certificate)]
            },
            Case(unusable: "about no certificate") { $0.names = [] },
            Case(unusable: "with the nonce of another question") { $0.nonce = Array(repeating: 9, count: 16) },
            Case(unusable: "signed by an authority of others") {
                $0.signer = try TestAuthority.foreign.get().jwsChain.intermediate
            },
            Case(unusable: "signed by an authority of others that came along") {
                let signer = try TestAuthority.foreign.get().jwsChain.intermediate
                ($0.signer, $0.certificates) = (signer, [signer.encoded])
            },
            Case(unusable: "signed by a certificate of the issuer that is no responder") {
                let signer = $0.authority.jwsChain.leaf
                ($0.signer, $0.certificates) = (signer, [signer.encoded])
            },
            Case(withoutAnswer: "with a spoilt signature") { forgery in
                var answer = try forgery.answer()
                answer[answer.count - 1] ^= 1
                return answer
            },
            Case(withoutAnswer: "with a spoilt status") { forgery in
                var forgery = forgery
                forgery.status = .revoked(at: signed + 1, reason: .keyCompromise)
                var answer = Array(try forgery.answer())
                let reason = try #require(
                    answer.indices.dropLast(2).first { answer[$0..<$0 + 3].elementsEqual([0x0A, 0x01, 0x01]) }
                )
                answer[reason + 2] = 4
                return Data(answer)
            },
            Case(withoutAnswer: "empty") { _ in Data() },
            Case(withoutAnswer: "garbage") { _ in Data("<html>try again</html>".utf8) },
            Case(withoutAnswer: "cut off") { try $0.answer().dropLast() },
            Case(withoutAnswer: "followed by a byte") { try $0.answer() + [0] },
            Case(withoutAnswer: "too long") { try $0.answer() + Data(count: 65_536) },
            Case(withoutAnswer: "not in time") { _ in throw ScriptedResponder.Failure(description: "timeout after 10 s")
            },
            Case(withoutAnswer: "an HTTP error") { _ in throw ScriptedResponder.Failure(description: "status 503") },
        ]
        + [1, 2, 3, 5, 6, 99].map { status in
            Case(withoutAnswer: "failure \(status)") { _ in Data(OCSPResponseEncoder.failure(status)) }
        }

    @Test("decides by the answer and its mode", arguments: statuses + unusable)
    func table(_ testCase: Case) async throws {
        #expect(try await outcome(.hard, testCase) == testCase.hard)
        #expect(try await outcome(.soft, testCase) == testCase.soft)
        #expect(try await outcome(.off, testCase) == nil)
    }

    private func outcome(_ mode: RevocationPolicy.Mode, _ testCase: Case) async throws -> TrustError.Code? {
        let authority = try TestAuthority.trusted.get()
        let responder = ScriptedResponder { try testCase.reply(OCSPForgery(authority, $0)) }
        let checker = RevocationChecker(
            policy: RevocationPolicy(mode),
            transport: responder,
            nonce: { Array(repeating: 7, count: 16) },
            clock: { OCSPForgery.now }
        )
        do {
            _ = try await JWSVerifier(policy: TestAuthority.policy).verify(
                Self.token(),
                checkingRevocationWith: checker
            )
            return nil
        } catch let error as TrustError {
            return error.code
        }
    }

    @Test("names in its questions the responder of each certificate, time and length, the intermediate first")
    func questions() async throws {
        let authority = try TestAuthority.trusted.get()
        let responder = ScriptedResponder { try OCSPForgery(authority, $0).answer() }
        let checker = RevocationChecker(policy: RevocationPolicy(.hard), transport: responder) { OCSPForgery.now }
        _ = try await JWSVerifier(policy: TestAuthority.policy).verify(Self.token(), checkingRevocationWith: checker)
        let questions = await responder.questions
        #expect(questions.map(\.url.absoluteString) == Array(repeating: "http://127.0.0.1:8888/ocsp", count: 2))
        #expect(questions.map(\.timeout) == [10, 10])
        #expect(questions.map(\.maximumResponseLength) == [65_536, 65_536])
        let chain = authority.jwsChain
        #expect(
            try questions.map { try #require(OCSPRequest(parsing: Array($0.body))).certificates } == [
                [OCSPCertificateID(chain.intermediate.certificate, issuer: chain.root.certificate)],
                [OCSPCertificateID(chain.leaf.certificate, issuer: chain.intermediate.certificate)],
            ]
        )
    }

    @Test("refuses a good leaf below an intermediate that was withdrawn")
    func intermediate() async throws {
        let authority = try TestAuthority.trusted.get()
        let responder = ScriptedResponder { question in
            try authority.ocspResponse(to: question.body, at: OCSPForgery.now, nextUpdate: nil) { certificate in
                certificate == .jwsIntermediate ? .revoked(at: Self.signed - 1, reason: .authorityCompromise) : .good
            }
        }
        let checker = RevocationChecker(policy: RevocationPolicy(.soft), transport: responder) { OCSPForgery.now }
        let verifier = JWSVerifier(policy: try TestAuthority.policy)
        await #expect(throws: TrustError(.certificateRevoked, "")) {
            try await verifier.verify(Self.token(), checkingRevocationWith: checker)
        }
        #expect(await responder.questions.count == 1)
    }

    @Test("asks nobody about a token that is not good otherwise")
    func bad() async throws {
        let responder = ScriptedResponder { _ in Data() }
        let checker = RevocationChecker(policy: RevocationPolicy(.hard), transport: responder) { OCSPForgery.now }
        let foreign = try TestAuthority.foreign.get().jwsSigner.sign(Data(#"{"signedDate":1722945600000}"#.utf8))
        let verifier = JWSVerifier(policy: try TestAuthority.policy)
        for token in [foreign, try Self.token().dropLast(4) + "AAAA"] {
            await #expect(throws: TrustError.self) {
                try await verifier.verify(token, checkingRevocationWith: checker)
            }
        }
        #expect(await responder.questions.isEmpty)
    }

    @Test("needs a responder: one of the policy serves where certificates name none")
    func noResponder() async throws {
        let authority = try CertificateAuthority.make(
            name: "Silent",
            validFrom: TestAuthority.validFrom,
            validUntil: TestAuthority.validUntil
        )
        let token = try authority.jwsSigner.sign(Data(#"{"signedDate":1722945600000}"#.utf8))
        let responder = ScriptedResponder { try OCSPForgery(authority, $0).answer() }
        let verifier = JWSVerifier(policy: .trusting([authority.jwsAnchor]))
        func verify(_ policy: RevocationPolicy) async throws {
            let checker = RevocationChecker(policy: policy, transport: responder) { OCSPForgery.now }
            _ = try await verifier.verify(token, checkingRevocationWith: checker)
        }
        await #expect(throws: TrustError(.revocationUnknown, "")) { try await verify(RevocationPolicy(.hard)) }
        await #expect(throws: Never.self) { try await verify(RevocationPolicy(.soft)) }
        #expect(await responder.questions.isEmpty)
        let url = try #require(URL(string: "https://ocsp.example.com"))
        await #expect(throws: Never.self) { try await verify(RevocationPolicy(.hard, responder: url)) }
        #expect(await responder.questions.map(\.url) == [url, url])
    }

    @Test(
        "asks no responder that nothing can be sent to, whether certificates or the policy name it",
        arguments: ["http://127.0.0.1:99999/ocsp", "http://127.0.0.1:0/", "file:///etc/passwd", "http://u:w@host/"]
    )
    func noAddress(text: String) async throws {
        let authority = try CertificateAuthority.make(
            name: "Astray",
            validFrom: TestAuthority.validFrom,
            validUntil: TestAuthority.validUntil,
            ocspURL: text
        )
        let token = try authority.jwsSigner.sign(Data(#"{"signedDate":1722945600000}"#.utf8))
        let responder = ScriptedResponder { try OCSPForgery(authority, $0).answer() }
        let verifier = JWSVerifier(policy: .trusting([authority.jwsAnchor]))
        for responderURL in [nil, URL(string: text)] {
            let policy = RevocationPolicy(.hard, responder: responderURL)
            let checker = RevocationChecker(policy: policy, transport: responder) { OCSPForgery.now }
            await #expect(throws: TrustError(.revocationUnknown, "")) {
                try await verifier.verify(token, checkingRevocationWith: checker)
            }
        }
        #expect(await responder.questions.isEmpty)
    }

    static func token() throws -> String {
        try TestAuthority.trusted.get().jwsSigner.sign(Data(#"{"signedDate":1722945600000}"#.utf8))
    }
}
