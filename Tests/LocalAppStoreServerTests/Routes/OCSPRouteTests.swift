import AppStoreModels
import AppStoreTrust
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The responder of the store")
struct OCSPRouteTests {
    /// A real time long after the store's own.
    private static let now = TestAuthority.signingDate + 400 * 86_400

    /// Carries questions to the store's routes.
    private struct Transport: HTTPTransport {
        let server: LocalStoreServer
        /// Whether questions go into the path, as caches like them.
        let usesPath: Bool

        func send(_ question: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            let base64 = question.body.base64EncodedString()
            let escaped = base64.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return try await server.application.test(.router) { [usesPath] client in
                let response =
                    usesPath
                    ? try await client.execute(uri: "/ocsp/\(escaped)", method: .get)
                    : try await client.execute(
                        uri: "/ocsp",
                        method: .post,
                        headers: [.contentType: question.contentType],
                        body: ByteBuffer(bytes: question.body)
                    )
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "application/ocsp-response")
                return HTTPTransportResponse(status: 200, body: Data(response.body.readableBytesView))
            }
        }
    }

    private func server() throws -> LocalStoreServer {
        LocalStoreServer(
            store: try SampleShop.open(),
            configuration: StoreServerConfiguration(),
            realTime: TestTime(Self.now).realTime,
            retrySchedule: .production,
            transport: RecordingTransport()
        )
    }

    @Test("vouches for what the store signs, asked either way", arguments: [true, false])
    func good(usesPath: Bool) async throws {
        let checker = RevocationChecker(
            policy: RevocationPolicy(.hard),
            transport: Transport(server: try server(), usesPath: usesPath)
        ) { Self.now + 3_600 }
        let token = try TestAuthority.trusted.get().jwsSigner.sign(Data(#"{"signedDate":1722945600000}"#.utf8))
        await #expect(throws: Never.self) {
            try await JWSVerifier(policy: TestAuthority.policy).verify(token, checkingRevocationWith: checker)
        }
    }

    @Test("calls malformed what is no question")
    func malformed() async throws {
        let malformed: [UInt8] = [0x30, 0x03, 0x0A, 0x01, 0x01]
        try await server().application.test(.router) { client in
            for uri in ["/ocsp/hello", "/ocsp/%FF", "/ocsp/" + String(repeating: "A", count: 9_000)] {
                let response = try await client.execute(uri: uri, method: .get)
                #expect(Array(response.body.readableBytesView) == malformed, "\(uri.prefix(20))")
            }
            let response = try await client.execute(uri: "/ocsp", method: .post, body: ByteBuffer(string: "hello"))
            #expect(Array(response.body.readableBytesView) == malformed)
            let long = ByteBuffer(repeating: 0, count: 8_193)
            #expect(try await client.execute(uri: "/ocsp", method: .post, body: long).status == .contentTooLarge)
        }
    }
}
