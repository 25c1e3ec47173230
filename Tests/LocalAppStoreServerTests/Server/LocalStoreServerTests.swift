import AppStoreModels
import AsyncHTTPClient
import Foundation
import LocalAppStore
import NIOCore
import NIOHTTP1
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The running server", .timeLimit(.minutes(15)))
struct LocalStoreServerTests {
    private func post(_ url: URL, _ body: JSONObject) async throws -> JSONObject {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = .POST
        request.body = .bytes(JSONValue.object(body).jsonData)
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(600))
        let bytes = try await response.body.collect(upTo: 1 << 20)
        return try #require(try JSONValue(parsing: bytes.readableBytesView).object)
    }

    @Test("It says on which free port it listens, and answers verifyReceipt there")
    func listens() async throws {
        let store = try SampleShop.open()
        try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        let receipt = try SampleShop.receipt(store)
        let server = LocalStoreServer(store: store)
        try await withRunning(server) { url in
            #expect(url.host == "127.0.0.1")
            #expect((url.port ?? 0) > 1_023)
            let production = try await post(
                url.appendingPathComponent("production/verifyReceipt"),
                ["receipt-data": .string(receipt)]
            )
            #expect(production == ["status": 21007])
            let sandbox = try await post(
                url.appendingPathComponent("sandbox/verifyReceipt"),
                ["receipt-data": .string(receipt)]
            )
            let response = VerifyReceiptResponse(json: sandbox)
            #expect(response.status == .valid)
            #expect(response.latestReceiptInfo.map(\.productID) == [SampleShop.posy])
        }
        let error = await #expect(throws: StoreServerError.self) { try await server.baseURL }
        #expect(error?.code == .stopped)
    }

    @Test("A taken port gives an error that says so, to whoever runs and to whoever waits")
    func takenPort() async throws {
        try await withRunning(LocalStoreServer(store: try SampleShop.open())) { url in
            let port = try #require(url.port)
            let second = LocalStoreServer(
                store: try SampleShop.open(),
                configuration: StoreServerConfiguration(port: port)
            )
            let error = await #expect(throws: StoreServerError.self) { try await second.run() }
            #expect(error?.code == .portTaken)
            #expect(error?.reason == "port \(port) is taken by another program; choose another, or 0 for any")
            let waiting = await #expect(throws: StoreServerError.self) { try await second.baseURL }
            #expect(waiting?.code == .portTaken)
        }
    }

    @Test("It does not listen for other machines unless that is allowed")
    func loopbackOnly() async throws {
        let server = LocalStoreServer(
            store: try SampleShop.open(),
            configuration: StoreServerConfiguration(host: "0.0.0.0")
        )
        let error = await #expect(throws: StoreServerError.self) { try await server.run() }
        #expect(error?.code == .notLoopback)
    }

    @Test("A name that is no address gives an error")
    func unknownHost() async throws {
        let server = LocalStoreServer(
            store: try SampleShop.open(),
            configuration: StoreServerConfiguration(host: "no such host", acceptsOtherMachines: true)
        )
        let error = await #expect(throws: StoreServerError.self) { try await server.run() }
        #expect(error?.code == .addressUnusable)
    }

    @Test("What happens in the store reaches the developer's server by itself, in order")
    func notifications() async throws {
        let (arrivals, arrival) = AsyncStream<Void>.makeStream()
        let transport = RecordingTransport { arrival.yield() }
        let store = try SampleShop.open()
        let server = LocalStoreServer(
            store: store,
            notificationURL: URL(string: "http://127.0.0.1:1/hook"),
            transport: transport
        )
        try await withRunning(server) { _ in
            try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
            try store.advance(by: 40 * 86_400)
            var count = 0
            for await _ in arrivals {
                count += 1
                if count == 3 { break }
            }
            await server.notifications.deliverPending()
        }
        #expect(server.notifications.finished.map(\.type) == [.subscribed, .didRenew, .didRenew])
        #expect(server.notifications.waiting == [])
        #expect(transport.posts.count == 3)
    }
}
