import AppStoreModels
import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAppStore
import Locking
import NIOCore
import StoreConfiguration
import TestSupport

@testable import LocalAppStoreServer

/// The flower shop with a promotional offer, a key that signs it, and a developer's server that answers as told.
struct RetentionTester: Sendable {
    static let keyID = "5A5A0001"
    static let key = P256.Signing.PrivateKey()
    static let png = Data(
        base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6"
            + "kgAAAABJRU5ErkJggg=="
    )
    static let image = "00000000-0000-4000-8000-00000000000a"
    static let bullet = "00000000-0000-4000-8000-00000000000b"
    static let message = "00000000-0000-4000-8000-000000000001"
    static let other = "00000000-0000-4000-8000-000000000002"

    let store: LocalAppStore
    let server: LocalStoreServer
    let developer: DeveloperServer
    let time = TestTime()

    init(environment: AppStoreEnvironment = .sandbox) throws {
        var configuration = try StoreConfiguration(contentsOf: SampleShop.catalogue)
        configuration.json["subscriptionOffersKeyPair"] = .object([
            "id": .string(Self.keyID), "privateKey": .string(Self.key.derRepresentation.base64EncodedString()),
        ])
        for group in configuration.subscriptionGroups.indices {
            for index in configuration.subscriptionGroups[group].subscriptions.indices {
                configuration.subscriptionGroups[group].subscriptions[index].promotionalOffers = [
                    ConfiguredOffer(json: [
                        "offerID": "spring", "referenceName": "Spring", "paymentMode": "payAsYouGo",
                        "subscriptionPeriod": "P1M", "displayPrice": "1.99", "numberOfPeriods": 1,
                    ])
                ]
            }
        }
        store = LocalAppStore(
            configuration: configuration,
            app: SampleShop.app,
            authority: try TestAuthority.trusted.get(),
            start: TestAuthority.signingDate,
            seed: 1,
            environment: environment
        )
        try store.createAccount(id: SampleShop.customer)
        developer = DeveloperServer()
        server = LocalStoreServer(store: store, realTime: time.realTime, transport: developer)
    }

    func ask(_ method: HTTPRequest.Method, _ path: String, _ body: Data) async throws -> RouteTester.Answer {
        let token = try TokenMaker(server.serverAPIKey, bundleID: SampleShop.app.bundleID, now: time.now).token()
        return try await server.application.test(.router) { client in
            let response = try await client.execute(
                uri: path,
                method: method,
                headers: [.authorization: "Bearer \(token)"],
                body: ByteBuffer(bytes: body)
            )
            return RouteTester.Answer(status: response.status.code, headers: response.headers, body: response.body)
        }
    }

    @discardableResult
    func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws -> RouteTester.Answer {
        try await ask(method, path, Data(body.utf8))
    }

    /// A call of Apple's interface, by its path below `messaging`.
    @discardableResult
    func call(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws -> RouteTester.Answer {
        try await ask(method, "/inApps/v1/messaging/\(path)", body)
    }

    /// The code of a call's refusal; nil if it is none.
    func code(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws -> Int64? {
        try await call(method, path, body).json[integer: "errorCode"]
    }

    func uploadImages() async throws {
        let png = Self.png ?? Data()
        _ = try await ask(.put, "/inApps/v1/messaging/image/\(Self.image)?imageSize=FULL_SIZE", png)
        _ = try await ask(.put, "/inApps/v1/messaging/image/\(Self.bullet)?imageSize=BULLET_POINT", png)
    }

    /// A subscriber whose developer has an approved message, and a default message of its own.
    func subscriber() async throws -> String {
        let id = try store.buy(productID: SampleShop.posy, account: SampleShop.customer).originalTransactionID
        try await call(.put, "message/\(Self.message)", #"{"header":"Stay","body":"Roses next week"}"#)
        try await call(.put, "message/\(Self.other)", #"{"header":"Wait","body":"We would miss you"}"#)
        for message in [Self.message, Self.other] { try await ask(.post, "/control/messages/\(message)/approve") }
        try await call(.put, "default/\(SampleShop.posy)/en", #"{"messageIdentifier":"\#(Self.other)"}"#)
        try await call(.put, "realtime/url", #"{"realtimeURL":"http://127.0.0.1:9/retain"}"#)
        return id
    }

    /// Begins to cancel.
    func cancel(_ id: String, answering answer: String) async throws -> JSONObject {
        developer.answer { _ in HTTPTransportResponse(status: 200, body: Data(answer.utf8)) }
        return try await ask(.post, "/control/cancellations", #"{"originalTransactionId":"\#(id)","locale":"en_US"}"#)
            .json
    }

    /// A promotional offer as the developer's server signs it since StoreKit 2.
    func signedOffer(product: String = SampleShop.posy, key: P256.Signing.PrivateKey = Self.key) throws -> String {
        let header = #"{"alg":"ES256","kid":"\#(Self.keyID)","typ":"JWT"}"#
        let claims: JSONObject = [
            "iss": "team", "iat": .number(JSONNumber(store.now.millisecondsSince1970 / 1_000)),
            "aud": "promotional-offer", "bid": .string(SampleShop.app.bundleID), "nonce": .string(UUID().uuidString),
            "productId": .string(product), "offerIdentifier": "spring",
        ]
        let signed = "\(Base64.urlSafe(header.utf8)).\(Base64.urlSafe(JSONValue.object(claims).jsonData))"
        return "\(signed).\(Base64.urlSafe(try key.signature(for: Data(signed.utf8)).rawRepresentation))"
    }

    /// A promotional offer as the developer's server signs it for StoreKit 1, as the answer has it.
    func offerSignature(signing product: String = SampleShop.posy) throws -> JSONValue {
        let (nonce, timestamp) = (UUID().uuidString.lowercased(), store.now.millisecondsSince1970)
        let parts = [SampleShop.app.bundleID, Self.keyID, product, "spring", "", nonce, String(timestamp)]
        let signature = try Self.key.signature(for: Data(parts.joined(separator: "\u{2063}").utf8))
        return [
            "encodedSignature": .string(signature.derRepresentation.base64EncodedString()),
            "productId": .string(SampleShop.posy), "nonce": .string(nonce),
            "timestamp": .number(JSONNumber(timestamp)), "keyId": .string(Self.keyID), "offerIdentifier": "spring",
        ]
    }
}

/// A transport whose other end does what a test says, and that notes what it was sent.
final class DeveloperServer: HTTPTransport {
    typealias Behaviour = @Sendable (HTTPTransportRequest) async throws -> HTTPTransportResponse

    private let state = Locked<(behaviour: Behaviour, requests: [HTTPTransportRequest])>(
        ({ _ in HTTPTransportResponse(status: 200, body: Data()) }, [])
    )

    var requests: [HTTPTransportRequest] { state.withLock { $0.requests } }

    func answer(_ behaviour: @escaping Behaviour) { state.withLock { $0.behaviour = behaviour } }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let behaviour = state.withLock { state in
            state.requests.append(request)
            return state.behaviour
        }
        return try await behaviour(request)
    }
}
