import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAppStore
import Locking
import Logging
import NIOCore
import TestSupport
import Testing

@testable import LocalAppStoreServer
@testable import PurchaseServer

/// A purchase server and a local store, with nothing but each other at the ends of their networks.
struct LocalStoreWorld {
    let store: LocalAppStore
    let storeServer: LocalStoreServer
    let network: StoreNetwork
    private let scratch: TemporaryFolder
    var configuration: PurchaseServerConfiguration

    init() throws {
        // Months go by; this authority is valid through all of them.
        let store = try SampleShop.open(authority: ProcessAuthority.shared.get())
        let network = StoreNetwork()
        let base = try #require(URL(string: "http://127.0.0.1:8081"))
        storeServer = LocalStoreServer(
            store: store,
            realTime: RealTime(now: { store.now }, sleep: { _ in throw CancellationError() }),
            notificationURL: URL(string: "http://127.0.0.1:8080/apple/notifications"),
            transport: network.notifications
        )
        network.store = storeServer
        scratch = try TemporaryFolder()
        configuration = PurchaseServerConfiguration(
            databaseFile: scratch.url.appendingPathComponent("purchases.sqlite"),
            apps: [ServedApp(bundleIDs: [SampleShop.app.bundleID])],
            now: { store.now }
        )
        configuration.environments = [.sandbox]
        configuration.customers.sandbox = .everybody
        configuration.trustPolicy = store.trustPolicy
        configuration.verifyReceiptEndpoints = VerifyReceiptEndpoints(base: base)
        let key = storeServer.serverAPIKey
        configuration.serverAPI = ServerAPIAccess(
            key: try InAppPurchaseKey(pem: key.pem, keyID: key.keyID, issuerID: key.issuerID),
            addresses: ServerAPIAddresses(base: base)
        )
        configuration.transport = network
        configuration.retryPolicy = .never
        configuration.sleep = { _ in }
        configuration.patienceTimer = { _ in try await Task.sleep(for: .seconds(86_400)) }
        configuration.uptime = { 0 }
        configuration.demandsKeys = false
        configuration.pollInterval = nil
        configuration.logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        self.store = store
        self.network = network
    }

    /// A fresh server over the same data; notifications go to it from now on.
    func server() throws -> PurchaseServerApplication {
        let server = try PurchaseServerApplication(configuration: configuration)
        network.receiver = server
        return server
    }

    /// The server ends: nobody hears what happens until there is another.
    func stop() { network.receiver = nil }

    /// Lets the store send what is due.
    func deliver() async { await storeServer.notifications.deliverPending() }

    /// A customer buys, and the app sends the signed transaction.
    @discardableResult
    func buy(_ product: String, _ server: PurchaseServerApplication) async throws -> String {
        let identifier = try store.buy(productID: product, account: SampleShop.customer).transactionID
        let body = #"{"signedTransactions":["\#(try store.signedTransaction(identifier))"]}"#
        let status = try await Application(router: server.router).test(.router) { client in
            try await client.post("/v1/customers/flora/transactions", body).status
        }
        #expect(status == 200)
        return identifier
    }

    /// What the store itself says of all that the customer has bought.
    func truth() throws -> [PurchaseFact] {
        try store.transactions(account: SampleShop.customer).map { transaction in
            let text = try store.signedTransaction(transaction.transactionID)
            let payload = try #require(text.split(separator: ".").dropFirst().first)
            let data = try #require(Data(base64URL: String(payload)))
            return try PurchaseFact(unverified: TransactionPayload(json: try #require(JSONValue(parsing: data).object)))
        }
    }

    /// Demands that a server knows every transaction of the store as the store has it.
    func expectTruth(in server: PurchaseServerApplication, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        let known = try await server.storage.facts(of: "flora").holding.purchases
        let seen = known.map(Summary.init).sorted { $0.transactionID < $1.transactionID }
        let wanted = try truth().map(Summary.init).sorted { $0.transactionID < $1.transactionID }
        #expect(seen == wanted, sourceLocation: sourceLocation)
    }

    /// What of a transaction can change.
    private struct Summary: Equatable {
        let transactionID: String
        let productID: String
        let expiresDate: Date?
        let revocationDate: Date?
        let isUpgraded: Bool

        init(_ fact: PurchaseFact) {
            transactionID = fact.transactionID
            productID = fact.productID
            expiresDate = fact.expiresDate
            revocationDate = fact.revocationDate
            isUpgraded = fact.isUpgraded
        }
    }
}

extension Data {
    fileprivate init?(base64URL text: String) {
        let standard = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        self.init(base64Encoded: standard + String(repeating: "=", count: (4 - standard.count % 4) % 4))
    }
}

/// What lies between the two servers.
final class StoreNetwork: HTTPTransport {
    private struct State: Sendable {
        var store: LocalStoreServer?
        var receiver: PurchaseServerApplication?
        var requests: [String] = []
        /// How many requests still go through; nil for all.
        var capacity: Int?
        /// What becomes of the store's answers, by what was asked.
        var change: (@Sendable (String, Data) -> Data)?
    }

    private let state = Locked(State())

    var store: LocalStoreServer? {
        get { state.withLock(\.store) }
        set { state.withLock { $0.store = newValue } }
    }

    var receiver: PurchaseServerApplication? {
        get { state.withLock(\.receiver) }
        set { state.withLock { $0.receiver = newValue } }
    }

    /// How many requests to the store still go through; nil for all.
    var capacity: Int? {
        get { state.withLock(\.capacity) }
        set { state.withLock { $0.capacity = newValue } }
    }

    /// What becomes of the store's answers, by the path and query that were asked; nil for nothing.
    var change: (@Sendable (String, Data) -> Data)? {
        get { state.withLock(\.change) }
        set { state.withLock { $0.change = newValue } }
    }

    /// The paths with their queries that the store was asked for since the last look.
    func takeRequests() -> [String] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    /// The way from the store to the purchase server.
    var notifications: any HTTPTransport { NotificationWay(network: self) }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let store: LocalStoreServer? = state.withLock { state in
            state.requests.append(request.url.uri)
            if let capacity = state.capacity {
                guard capacity > 0 else { return nil }
                state.capacity = capacity - 1
            }
            return state.store
        }
        guard let store else { throw HTTPTransportError(.noReceiver, reason: "the network is down") }
        let answer = try await store.application.test(.router) { try await $0.answer(request) }
        guard let change = state.withLock(\.change) else { return answer }
        return HTTPTransportResponse(status: answer.status, body: change(request.url.uri, answer.body))
    }

    private struct NotificationWay: HTTPTransport {
        let network: StoreNetwork

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            guard let receiver = network.receiver else {
                throw HTTPTransportError(.noReceiver, reason: "the server is down")
            }
            return try await Application(router: receiver.router).test(.router) { try await $0.answer(request) }
        }
    }
}

extension TestClientProtocol {
    fileprivate func answer(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        var headers = HTTPFields()
        for (name, value) in request.headers { HTTPField.Name(name).map { headers[$0] = value } }
        if !request.body.isEmpty { headers[.contentType] = request.contentType }
        let answer = try await execute(
            uri: request.url.uri,
            method: HTTPRequest.Method(rawValue: request.method) ?? .get,
            headers: headers,
            body: ByteBuffer(bytes: request.body)
        )
        return HTTPTransportResponse(status: answer.status.code, body: Data(answer.body.readableBytesView))
    }
}

extension URL {
    /// Path and query as they are sent.
    fileprivate var uri: String {
        let parts = URLComponents(url: self, resolvingAgainstBaseURL: false)
        return (parts?.percentEncodedPath ?? "/") + (parts?.percentEncodedQuery.map { "?\($0)" } ?? "")
    }
}
