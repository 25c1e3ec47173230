import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("Questions to an OCSP responder over HTTP")
struct RevocationQuestionTests {
    /// Answers for the test authority with one HTTP status.
    private actor Network: HTTPTransport {
        private(set) var requests: [HTTPTransportRequest] = []
        private let status: Int

        init(status: Int) { self.status = status }

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            requests.append(request)
            let answer = try TestAuthority.trusted.get()
                .ocspResponse(to: request.body, at: TestAuthority.signingDate, nextUpdate: nil)
            return HTTPTransportResponse(status: status, body: answer)
        }
    }

    private func verify(_ network: Network) async throws {
        let checker = RevocationChecker(policy: RevocationPolicy(.hard), transport: network) {
            TestAuthority.signingDate
        }
        let token = try TestAuthority.trusted.get().jwsSigner.sign(Data(#"{"signedDate":1722945600000}"#.utf8))
        _ = try await JWSVerifier(policy: TestAuthority.policy).verify(token, checkingRevocationWith: checker)
    }

    @Test("are posted with their type, time and length")
    func request() async throws {
        let network = Network(status: 200)
        try await verify(network)
        let requests = await network.requests
        #expect(requests.count == 2)
        #expect(requests.allSatisfy { $0.contentType == "application/ocsp-request" })
        #expect(requests.allSatisfy { $0.timeout == 10 && $0.maximumResponseLength == 65_536 })
        #expect(requests.first?.url.absoluteString == "http://127.0.0.1:8888/ocsp")
    }

    @Test("have no answer if the status is not 200", arguments: [204, 301, 404, 500])
    func status(_ status: Int) async throws {
        let network = Network(status: status)
        await #expect(throws: TrustError(.revocationUnknown, "")) { try await verify(network) }
    }
}
