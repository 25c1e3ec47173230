import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAppStore
import Logging
import NIOCore
import TestSupport
import Testing

@testable import PurchaseServer
@testable import ServerLoad

/// The real server, without a socket between; each request takes a millisecond of a clock that a test moves.
@Suite("Playing customers against a purchase server")
struct LoadedServerTests {
    private let folder: TemporaryFolder
    private let clock = ScriptedClock()

    init() throws { folder = try TemporaryFolder() }

    private func server(trusting authority: CertificateAuthority) throws -> PurchaseServerApplication {
        var configuration = PurchaseServerConfiguration(
            databaseFile: folder.file("purchases.sqlite"),
            apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
            now: { TestAuthority.signingDate }
        )
        configuration.trustPolicy = TrustPolicy.appStore.adding([authority.jwsAnchor])
        configuration.demandsKeys = false
        configuration.pollInterval = nil
        configuration.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return try PurchaseServerApplication(configuration: configuration)
    }

    private struct Way: HTTPTransport {
        let client: any TestClientProtocol
        let clock: ScriptedClock

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            clock.advance(by: .milliseconds(1))
            var headers = HTTPFields()
            for (name, value) in request.headers { HTTPField.Name(name).map { headers[$0] = value } }
            let answer = try await client.execute(
                uri: request.url.path,
                method: HTTPRequest.Method(rawValue: request.method) ?? .get,
                headers: headers,
                body: ByteBuffer(bytes: request.body)
            )
            return HTTPTransportResponse(
                status: answer.status.code,
                body: Data(answer.body.readableBytesView),
                retryAfterHeader: nil,
                entityTagHeader: answer.headers[.eTag]
            )
        }
    }

    @Test("Every request of every kind is taken, and what was sent is known to the server afterwards")
    func taken() async throws {
        let authority = try TestAuthority.trusted.get()
        let shop = try LoadShop(
            customers: 4,
            renewals: 3,
            app: SampleShop.app,
            authority: authority,
            seed: 9,
            date: TestAuthority.signingDate,
            environment: .sandbox
        )
        let stock = try LoadStock(shop, needs: [.upload: 8, .notification: 8])
        let plan = LoadPlan(
            pace: .rate(perSecond: 100),
            connections: 1,
            warmUp: 0,
            duration: 0.5,
            mix: try #require(LoadMix("upload=1,look-up=3,notification=1")),
            seed: 9
        )
        let server = try server(trusting: authority)
        let clock = clock
        let url = try #require(URL(string: "http://127.0.0.1:8080"))
        let result = try await Application(router: server.router).test(.router) { client in
            let run = try LoadRun(
                plan: plan,
                target: LoadTarget(server: url, key: nil),
                stock: stock,
                transport: Way(client: client, clock: clock),
                clock: clock
            )
            try await run.introduce()
            return try await run.result()
        }
        #expect(result.total.failures == [:])
        #expect(result.total.goodCount == 50)
        #expect(result.parts.keys.count == 3)
        #expect(result.total.unchangedCount > 0)
        for name in shop.customers {
            let statement = try await server.statement(of: try #require(CustomerID(name)))
            #expect(statement.entitlements.map(\.productID) == [LoadShop.product])
            #expect(statement.pendingUploadCount == 0)
        }
    }

    @Test("A shop is the same for the same seed, and nothing in it is of the future")
    func shop() throws {
        func bodies(_ seed: UInt64) throws -> [Data] {
            let shop = try LoadShop(
                customers: 2,
                renewals: 2,
                app: SampleShop.app,
                authority: TestAuthority.trusted.get(),
                seed: seed,
                date: TestAuthority.signingDate,
                environment: .production
            )
            #expect(shop.customers == ["load-\(seed)-0", "load-\(seed)-1"])
            #expect(shop.notificationCount >= 6)
            return try shop.customers.flatMap { try shop.uploads(of: $0, atMost: 3) }
        }
        let payloads = try bodies(1).map { body in
            let list = try JSONValue(parsing: body).object?[array: "signedTransactions"]
            let text = try #require(list?.first?.string)
            return try #require(JSONValue(parsing: UnverifiedJWS(text).payload).object)
        }
        #expect(payloads.count == 6)
        for payload in payloads {
            #expect(payload[string: "environment"] == "Production")
            let signed = try #require(payload[milliseconds: "purchaseDate"])
            #expect(signed < TestAuthority.signingDate)
        }
        let others = try bodies(2).map { body in
            let list = try JSONValue(parsing: body).object?[array: "signedTransactions"]
            return try JSONValue(parsing: UnverifiedJWS(try #require(list?.first?.string)).payload).object
        }
        #expect(
            others.compactMap { $0?[string: "transactionId"] } != payloads.compactMap { $0[string: "transactionId"] }
        )
        // An ECDSA signature is another one each time; what is signed is not.
        let again = try bodies(1).compactMap { body in
            let list = try JSONValue(parsing: body).object?[array: "signedTransactions"]
            return try JSONValue(parsing: UnverifiedJWS(try #require(list?.first?.string)).payload).object?[
                string: "transactionId"
            ]
        }
        #expect(again == payloads.compactMap { $0[string: "transactionId"] })
    }
}
