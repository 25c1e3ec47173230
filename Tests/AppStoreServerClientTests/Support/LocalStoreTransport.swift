import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAppStore
import NIOCore
import TestSupport

@testable import LocalAppStoreServer

/// A network with nothing but a local store at its other end.
struct LocalStoreTransport: HTTPTransport {
    let server: LocalStoreServer

    init(_ store: LocalAppStore) {
        server = LocalStoreServer(
            store: store,
            realTime: RealTime(now: { TestAuthority.signingDate }, sleep: { _ in throw CancellationError() })
        )
    }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let (host, uri) = (request.url.host ?? "", request.url.uri)
        guard host == "127.0.0.1" else { throw HTTPTransportError(.noReceiver, reason: "\(host) is not the store") }
        return try await server.application.test(.router) { client in
            var headers = HTTPFields()
            for (name, value) in request.headers { HTTPField.Name(name).map { headers[$0] = value } }
            if !request.body.isEmpty { headers[.contentType] = request.contentType }
            let answer = try await client.execute(
                uri: uri,
                method: HTTPRequest.Method(rawValue: request.method) ?? .get,
                headers: headers,
                body: ByteBuffer(bytes: request.body)
            )
            return HTTPTransportResponse(status: answer.status.code, body: Data(answer.body.readableBytesView))
        }
    }

    /// A client of the store, with the store's own key or another.
    func client(key: InAppPurchaseKey? = nil, limits: ServerAPILimits? = nil) throws -> ServerAPIClient {
        let store = server.store
        let own = server.serverAPIKey
        let app = AppIdentity(bundleID: store.app.bundleID)
        return ServerAPIClient(
            key: try key ?? InAppPurchaseKey(pem: own.pem, keyID: own.keyID, issuerID: own.issuerID),
            app: app,
            verifier: SignedDataVerifier(
                policy: store.trustPolicy,
                apps: [app],
                now: { store.now }
            ),
            addresses: ServerAPIAddresses(base: URL(string: "http://127.0.0.1:8081") ?? URL(fileURLWithPath: "/")),
            limits: limits ?? ServerAPILimits(freshPurchaseWindow: 0),
            transport: self,
            now: { TestAuthority.signingDate },
            sleep: { _ in },
            uptime: { 0 }
        )
    }
}

extension URL {
    /// Path and query as they are sent.
    fileprivate var uri: String {
        let parts = URLComponents(url: self, resolvingAgainstBaseURL: false)
        return (parts?.percentEncodedPath ?? "/") + (parts?.percentEncodedQuery.map { "?\($0)" } ?? "")
    }
}
