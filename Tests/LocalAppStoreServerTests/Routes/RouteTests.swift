import AppStoreModels
import AppStoreTrust
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAppStore
import NIOCore
import TestSupport
import Testing

@testable import LocalAppStoreServer

/// A server with its store, asked without a socket.
struct RouteTester: Sendable {
    let store: LocalAppStore
    let server: LocalStoreServer
    let transport: RecordingTransport
    let time = TestTime()

    init(
        store: LocalAppStore? = nil,
        sharedSecret: String? = nil,
        configuration: StoreServerConfiguration = StoreServerConfiguration()
    ) throws {
        let store = try store ?? SampleShop.open()
        self.store = store
        transport = RecordingTransport()
        server = LocalStoreServer(
            store: store,
            configuration: configuration,
            realTime: time.realTime,
            sharedSecret: sharedSecret,
            retrySchedule: .production,
            transport: transport
        )
    }

    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let body: ByteBuffer

        var text: String { String(buffer: body) }
        var json: JSONObject { (try? JSONValue(parsing: body.readableBytesView))?.object ?? [:] }
        var errorCode: String? { json[object: "error"]?[string: "code"] }
    }

    func ask(
        _ method: HTTPRequest.Method,
        _ uri: String,
        _ body: String = "",
        headers: HTTPFields = [:],
        setup: TestingSetup = .router
    ) async throws -> Answer {
        try await server.application.test(setup) { client in
            let body = ByteBuffer(string: body)
            let response = try await client.execute(uri: uri, method: method, headers: headers, body: body)
            return Answer(status: response.status.code, headers: response.headers, body: response.body)
        }
    }
}

@Suite("The routes of verifyReceipt and of the certificates")
struct RouteTests {
    @Test("A request is answered whatever its content type and however its flag is spelt", arguments: [true, false])
    func lenient(isLive: Bool) async throws {
        let tester = try RouteTester(sharedSecret: "s3cret")
        try tester.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        try tester.store.advance(by: 40 * 86_400)
        let receipt = try SampleShop.receipt(tester.store)
        for (type, flag) in [
            ("application/json", "true"), ("application/x-www-form-urlencoded", "\"true\""), (nil, "1"),
        ] {
            let body = #"{"receipt-data":"\#(receipt)","password":"s3cret","exclude-old-transactions":\#(flag)}"#
            let answer = try await tester.ask(
                .post,
                "/sandbox/verifyReceipt",
                body,
                headers: type.map { [.contentType: $0] } ?? [:],
                setup: isLive ? .live : .router
            )
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "application/json")
            let response = VerifyReceiptResponse(json: answer.json)
            #expect(response.status == .valid)
            #expect(response.latestReceiptInfo.count == 1)
        }
    }

    @Test(
        "A body that is no request gives 21002",
        arguments: ["", "{", "[]", "null", "receipt-data=MII", "{\"receipt-data\":7}", "{\"receipt-data\":{}}", "{}"]
    )
    func noRequest(body: String) async throws {
        let answer = try await RouteTester().ask(.post, "/production/verifyReceipt", body)
        #expect(answer.status == 200)
        #expect(answer.text == #"{"status":21002}"#)
    }

    @Test("Any method but POST gives 21000", arguments: [HTTPRequest.Method.get, .put, .delete, .patch])
    func otherMethods(method: HTTPRequest.Method) async throws {
        for path in ["/production/verifyReceipt", "/sandbox/verifyReceipt"] {
            let answer = try await RouteTester().ask(method, path)
            #expect(answer.status == 200)
            #expect(answer.text == #"{"status":21000}"#)
        }
    }

    @Test("The wrong secret gives 21004")
    func secret() async throws {
        let tester = try RouteTester(sharedSecret: "s3cret")
        try tester.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        let body = #"{"receipt-data":"\#(try SampleShop.receipt(tester.store))","password":"other"}"#
        #expect(try await tester.ask(.post, "/sandbox/verifyReceipt", body).text == #"{"status":21004}"#)
    }

    @Test("A body beyond the limit is refused, one of the limit's length is not")
    func bodyLimit() async throws {
        let configuration = StoreServerConfiguration(maximumReceiptBody: 100, maximumControlBody: 10)
        let tester = try RouteTester(configuration: configuration)
        let long = try await tester.ask(.post, "/sandbox/verifyReceipt", String(repeating: " ", count: 101))
        #expect(long.status == 413)
        #expect(long.errorCode == "body-too-large")
        let fits = try await tester.ask(.post, "/sandbox/verifyReceipt", String(repeating: " ", count: 100))
        #expect(fits.text == #"{"status":21002}"#)
        let control = try await tester.ask(.post, "/control/accounts", #"{"id":"rose"}"#)
        #expect(control.status == 413)
        #expect(tester.store.accounts.map(\.id) == [SampleShop.customer])
    }

    @Test("Whoever trusts the roots that are served can verify what the store signs")
    func certificates() async throws {
        let tester = try RouteTester()
        var anchors: [TrustAnchor] = []
        for name in ["receipt-root", "jws-root"] {
            let pem = try await tester.ask(.get, "/certificates/\(name).pem")
            let der = try await tester.ask(.get, "/certificates/\(name).der")
            #expect(pem.headers[.contentType] == "application/x-pem-file")
            #expect(der.headers[.contentType] == "application/pkix-cert")
            let anchor = try TrustAnchor(pemEncoded: pem.text)
            #expect(try TrustAnchor(derEncoded: Data(der.body.readableBytesView)) == anchor)
            anchors.append(anchor)
        }
        #expect(anchors == [tester.store.authority.receiptAnchor, tester.store.authority.jwsAnchor])
    }

    @Test("Health is JSON, and so is what is not there")
    func healthAndNotFound() async throws {
        let tester = try RouteTester()
        let health = try await tester.ask(.get, "/health").json
        #expect(health[string: "status"] == "ok")
        #expect(health[string: "bundleId"] == "com.example.flowershop")
        #expect(health[object: "connections"]?[integer: "refused"] == 0)
        for (method, path) in [(HTTPRequest.Method.get, "/nothing"), (.delete, "/health"), (.get, "/control")] {
            let answer = try await tester.ask(method, path)
            #expect(answer.status == 404)
            #expect(answer.errorCode == "not-found")
            #expect(answer.headers[.contentType] == "application/json")
        }
    }

    @Test("Pages of other sites may not command the store")
    func origin() async throws {
        let tester = try RouteTester()
        let foreign = try await tester.ask(
            .post,
            "/control/accounts",
            #"{"id":"rose"}"#,
            headers: [.origin: "https://evil.example"]
        )
        #expect(foreign.status == 403)
        #expect(foreign.errorCode == "foreign-origin")
        #expect(tester.store.accounts.count == 1)
    }
}
