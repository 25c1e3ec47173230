import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Crypto
import Foundation
import HummingbirdTesting
import Locking
import TestSupport
import Testing

@testable import PurchaseServer

/// Polling where there is no receipt: the App Store Server API is asked.
@Suite("Polling by the App Store Server API", .timeLimit(.minutes(15)))
struct SubscriptionCheckTests {
    /// The App Store Server API in memory: it answers every call the same.
    private final class FakeServerAPI: HTTPTransport {
        private let state = Locked((answer: (status: 503, body: Data()), paths: [String]()))
        /// After how many seconds it wants to be asked again.
        let retryAfter = Locked<TimeInterval?>(nil)

        var paths: [String] { state.withLock { $0.paths } }

        func set(_ status: Int, _ body: String) { state.withLock { $0.answer = (status, Data(body.utf8)) } }

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            let answer = state.withLock { state in
                state.paths.append(request.url.path)
                return state.answer
            }
            return HTTPTransportResponse(
                status: answer.status,
                body: answer.body,
                retryAfter: retryAfter.withLock { $0 }
            )
        }
    }

    private static let key = Result { () throws -> InAppPurchaseKey in
        try InAppPurchaseKey(
            pem: P256.Signing.PrivateKey().pemRepresentation,
            keyID: "2X9R4HXF34",
            issuerID: "57246542-96fe-1a63-e053-0824d011072a"
        )
    }

    private static func world() throws -> (World, FakeServerAPI) {
        var world = try World()
        let api = FakeServerAPI()
        world.configuration.transport = api
        world.configuration.serverAPI = ServerAPIAccess(key: try key.get())
        return (world, api)
    }

    private static func statuses(_ transaction: String) -> String {
        """
        {"environment":"Sandbox","bundleId":"com.example.app","data":[{"subscriptionGroupIdentifier":"1",
        "lastTransactions":[{"originalTransactionId":"2000","status":1,"signedTransactionInfo":"\(transaction)"}]}]}
        """
    }

    private func upload(_ client: any TestClientProtocol) async throws {
        let body = #"{"signedTransactions":["\#(try SignedSample.transaction())"]}"#
        #expect(try await client.post("/v1/customers/flora/transactions", body).status == 200)
    }

    @Test("A renewal is found by asking, in the App Store that the purchase is of")
    func renewal() async throws {
        let (world, api) = try Self.world()
        try await world.test { client, server in
            try await upload(client)
            world.advance(days: 30.5)
            api.set(200, Self.statuses(try SignedSample.transaction(1, signed: world.now)))
            #expect(try await server.pollDue().checkedReceipts == 1)
            let answer = try await client.get("/v1/customers/flora")
            #expect(answer.entitlement("monthly")?[string: "transactionId"] == "2002")
            #expect(answer.entitlement("monthly")?[string: "state"] == "active")
            #expect(api.paths == ["/inApps/v1/subscriptions/2000"])
            #expect(try await server.pollDue().total == 0)
        }
    }

    @Test("What the App Store does not know is asked about no more; what it cannot tell now is, later")
    func noAnswer() async throws {
        let (world, api) = try Self.world()
        try await world.test { client, server in
            try await upload(client)
            world.advance(days: 30.5)
            #expect(try await server.pollDue().postponed == 1)
            #expect(try await server.pollDue().total == 0, "not before its time")
            world.advance(days: 1)
            api.set(404, #"{"errorCode":4040001,"errorMessage":"Account not found."}"#)
            #expect(try await server.pollDue().postponed == 1)
            world.advance(days: 10)
            #expect(try await server.pollDue().total == 0)
        }
    }

    @Test("What the App Store wants to be asked in a week is asked tomorrow, and not at once")
    func longWait() async throws {
        let (world, api) = try Self.world()
        try await world.test { client, server in
            try await upload(client)
            world.advance(days: 30.5)
            api.retryAfter.withLock { $0 = 7 * 86_400 }
            #expect(try await server.pollDue().postponed == 1)
            #expect(try await server.pollDue().total == 0, "not before its time")
            world.advance(days: 1)
            api.retryAfter.withLock { $0 = nil }
            api.set(200, Self.statuses(try SignedSample.transaction(1, signed: world.now)))
            #expect(try await server.pollDue().checkedReceipts == 1)
        }
    }

    /// `verifyReceipt` and the App Store Server API, each by itself.
    private struct BothInterfaces: HTTPTransport {
        let receipts: any HTTPTransport
        let api: any HTTPTransport

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            try await (request.url.path == "/verifyReceipt" ? receipts : api).send(request)
        }
    }

    @Test("Where a receipt cannot be asked with the App Store Server API is", arguments: [21003, 21005, 21010])
    func receiptThatIsRefused(status: Int) async throws {
        var (world, api) = try Self.world()
        world.configuration.transport = BothInterfaces(receipts: world.store, api: api)
        world.store.set(world.answer())
        try await world.test { [world, api] client, server in
            _ = try await client.upload(try SampleReceipt.signed(), for: "flora")
            world.advance(days: 30.5)
            world.store.set(.status(status))
            api.set(200, Self.statuses(try SignedSample.transaction(1, signed: world.now)))
            #expect(try await server.pollDue().checkedReceipts == 1)
            let answer = try await client.get("/v1/customers/flora")
            #expect(answer.entitlement("monthly")?[string: "transactionId"] == "2002")
            #expect(answer.entitlement("monthly")?[string: "state"] == "active")
            #expect(api.paths == ["/inApps/v1/subscriptions/2000"])
            #expect(try await server.pollDue().total == 0)
            // The next time as well: nothing was given up.
            world.advance(days: 30)
            api.set(200, Self.statuses(try SignedSample.transaction(2, signed: world.now)))
            #expect(try await server.pollDue().checkedReceipts == 1)
            let later = try await client.get("/v1/customers/flora")
            #expect(later.entitlement("monthly")?[string: "transactionId"] == "2003")
        }
    }

    @Test("Without a key nobody is asked")
    func noKey() async throws {
        let (world, api) = try Self.world()
        var turned = world
        turned.configuration.serverAPI = nil
        try await turned.test { [turned] client, server in
            try await upload(client)
            turned.advance(days: 30.5)
            #expect(try await server.pollDue().total == 0)
            #expect(api.paths.isEmpty)
        }
    }
}
