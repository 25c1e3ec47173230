import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("A receipt whose authorities are asked")
struct RevocationTests {
    /// A responder of the test authority with one status for all certificates.
    private struct Responder: HTTPTransport {
        let status: CertificateStatus?

        func send(_ question: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            guard let status else { throw AppReceiptError(.empty, "no answer") }
            let answer = try TestAuthority.trusted.get()
                .ocspResponse(to: question.body, at: RevocationTests.now, nextUpdate: nil) { _ in status }
            return HTTPTransportResponse(status: 200, body: answer)
        }
    }

    private static let now = TestAuthority.signingDate + 86_400

    private func failures(
        _ mode: RevocationPolicy.Mode,
        _ status: CertificateStatus?,
        _ receipt: Data
    ) async throws -> [AppReceiptError.Code] {
        let checker = RevocationChecker(
            policy: RevocationPolicy(mode),
            transport: Responder(status: status)
        ) { Self.now }
        return try await SampleReceipt.validator().validate(receipt, checkingRevocationWith: checker).failures
            .map(\.code)
    }

    @Test("is valid if they are content, and not if they withdrew a certificate or, in hard mode, are silent")
    func table() async throws {
        let receipt = try SampleReceipt.signed()
        let stolen = CertificateStatus.revoked(at: TestAuthority.signingDate + 3600, reason: .keyCompromise)
        let replaced = CertificateStatus.revoked(at: TestAuthority.signingDate + 3600, reason: .superseded)
        #expect(try await failures(.hard, .good, receipt) == [])
        #expect(try await failures(.hard, replaced, receipt) == [])
        #expect(try await failures(.soft, stolen, receipt) == [.certificateRevoked])
        #expect(try await failures(.hard, nil, receipt) == [.revocationUnknown])
        #expect(try await failures(.soft, nil, receipt) == [])
        #expect(try await failures(.off, stolen, receipt) == [])
    }

    @Test("gives its other failures first, and asks nobody about a signature that is not good")
    func otherFailures() async throws {
        let stolen = CertificateStatus.revoked(at: TestAuthority.signingDate, reason: .keyCompromise)
        let other = try SampleReceipt.signed { $0.bundleID = "com.example.other" }
        #expect(try await failures(.hard, stolen, other) == [.bundleID, .certificateRevoked])
        let foreign = try SampleReceipt.signed(by: TestAuthority.foreign)
        #expect(try await failures(.hard, stolen, foreign) == [.anchorUntrusted])
        #expect(try await failures(.hard, stolen, Data("nothing".utf8)).count == 1)
    }

    @Test("throws its first failure where one is asked for")
    func validated() async throws {
        let checker = RevocationChecker(policy: RevocationPolicy(.hard), transport: Responder(status: .unknown)) {
            Self.now
        }
        let validator = try SampleReceipt.validator()
        let receipt = try SampleReceipt.signed()
        await #expect(throws: AppReceiptError(.revocationUnknown, "")) {
            try await validator.validated(receipt, checkingRevocationWith: checker)
        }
    }
}
