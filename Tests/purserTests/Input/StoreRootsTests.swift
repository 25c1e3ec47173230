import AppStoreModels
import AppStoreTrust
import ArgumentParser
import Foundation
import LocalAppStore
import LocalAppStoreServer
import TestSupport
import Testing

@testable import purser

@Suite("The roots of a local store")
struct StoreRootsTests {
    /// Answers every request the same.
    private struct Answering: HTTPTransport {
        let status: Int
        let body: String

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            HTTPTransportResponse(status: status, body: Data(body.utf8))
        }
    }

    private struct Failing: HTTPTransport {
        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            throw HTTPTransportError(.noReceiver, reason: "nobody listens there")
        }
    }

    @Test("A store that runs on this machine tells them, and they are what it signs with")
    func running() async throws {
        let store = try SampleShop.open()
        try await LocalStoreServer.withRunning(store) { _, url in
            let anchors = try await StoreRoots(store: url, patience: 600).anchors()
            #expect(TrustPolicy.appStore.adding(anchors).anchors.isSuperset(of: store.trustPolicy.anchors))
            #expect(anchors.count == 2)
        }
    }

    @Test(
        "Another machine is not believed, whatever it is called",
        arguments: [
            "http://store.test:8081", "http://192.168.1.5:8081", "http://127.0.0.1.evil.example",
            "http://localhost.evil.example",
        ]
    )
    func otherMachine(address: String) async throws {
        let url = try #require(URL(string: address))
        let error = await #expect(throws: ValidationError.self) {
            try await StoreRoots(store: url, transport: Answering(status: 200, body: "")).anchors()
        }
        #expect(error?.message.contains("the store is on another machine; name its roots") == true)
    }

    @Test(
        "Whoever answers something else is no store",
        arguments: [(404, ""), (200, ""), (200, "<html>"), (302, "")]
    )
    func noStore(status: Int, body: String) async throws {
        let url = try #require(URL(string: "http://127.0.0.1:8081"))
        let error = await #expect(throws: ValidationError.self) {
            try await StoreRoots(store: url, transport: Answering(status: status, body: body)).anchors()
        }
        #expect(error?.message.contains("the store does not say whom to trust") == true)
    }

    @Test("A store that does not run is said so, with what to do")
    func notRunning() async throws {
        let url = try #require(URL(string: "http://localhost:8081"))
        let error = await #expect(throws: ValidationError.self) {
            try await StoreRoots(store: url, transport: Failing()).anchors()
        }
        #expect(error?.message.contains("nobody listens there") == true)
        #expect(error?.message.contains("start it first, or name its roots") == true)
    }
}
