import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import HTTPServing
import LocalAppStore
import LocalAppStoreServer
import Locking
import Logging
import TestSupport

@testable import PurchaseServer

/// An App Store with its Server API, and servers that import what was bought there.
struct ImportWorld {
    let store: LocalAppStore
    let questions: CountingTransport
    let folder: URL
    var configuration: PurchaseServerConfiguration

    /// - Parameter storage: Where the servers keep what they know.
    static func with(
        _ storage: StorageKind = .sqlite,
        _ body: (ImportWorld) async throws -> Void
    ) async throws {
        let store = try SampleShop.open()
        try await withTemporaryFolder { folder in
            // Tokens are dated by the store's time, as everything else is.
            let quiet = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
            let server = LocalStoreServer(
                store: store,
                configuration: StoreServerConfiguration(port: 0),
                realTime: RealTime(now: { store.now }, sleep: { try await Task.sleep(seconds: $0) }),
                logger: quiet
            )
            try await RunningService.with(server, logger: quiet, place: { try await server.baseURL }) { url in
                let questions = CountingTransport()
                var configuration = PurchaseServerConfiguration(
                    databaseFile: folder.appendingPathComponent("purchases.sqlite"),
                    apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
                    now: { store.now }
                )
                configuration.demandsKeys = false
                configuration.trustPolicy = store.trustPolicy
                configuration.transport = questions
                configuration.retryPolicy = .never
                configuration.sleep = { _ in }
                configuration.serverAPI = ServerAPIAccess(
                    key: try InAppPurchaseKey(
                        pem: server.serverAPIKey.pem,
                        keyID: server.serverAPIKey.keyID,
                        issuerID: server.serverAPIKey.issuerID
                    ),
                    addresses: ServerAPIAddresses(base: url)
                )
                configuration.customers.levels = try LevelCatalogue([
                    .init("club", productIDs: [SampleShop.posy, SampleShop.bouquet])
                ])
                configuration.customers.sandbox = .everybody
                configuration.logger = quiet
                #if PostgreSQL && os(Linux)
                    if storage == .postgresql { configuration.sharedDatabase = try await .fresh() }
                #endif
                try await body(
                    ImportWorld(store: store, questions: questions, folder: folder, configuration: configuration)
                )
            }
        }
    }

    /// Takes a list over, and says what was not taken.
    @discardableResult
    func take(
        _ text: String,
        isJSON: Bool = false,
        columns: String? = nil,
        _ change: (inout PurchaseImport.Options) -> Void = { _ in }
    ) async throws -> (progress: ImportProgress, refused: [PurchaseImport.Refused]) {
        var options = PurchaseImport.Options(
            source: "list.csv",
            isJSON: isJSON,
            columns: try columns.map(ImportColumns.init(parsing:))
        )
        change(&options)
        var refused: [PurchaseImport.Refused] = []
        let progress = try await PurchaseImport(configuration).run(ByteSource(portions(of: text)), options) {
            refused.append($0)
        }
        return (progress, refused)
    }

    private func portions(of text: String) -> () throws -> Data? {
        // Portions that end anywhere, also inside of a character.
        var rest = Data(text.utf8)[...]
        return {
            defer { rest = rest.dropFirst(7) }
            return Data(rest.prefix(7))
        }
    }

    func statement(of customer: String) async throws -> CustomerStatement {
        var configuration = configuration
        configuration.serverAPI = nil
        return try await PurchaseServerApplication(configuration: configuration)
            .statement(of: CustomerID(trusted: customer))
    }

    /// A customer of the store who has bought something.
    func buy(_ product: String, as account: String) throws -> String {
        if !store.accounts.contains(where: { $0.id == account }) { try store.createAccount(id: account) }
        return try store.buy(productID: product, account: account).originalTransactionID
    }
}

/// Counts what is asked, and fails on demand.
final class CountingTransport: HTTPTransport {
    private struct State: Sendable {
        var paths: [String] = []
        var answersLeft = Int.max
    }

    private let state = Locked(State())
    private let transport: any HTTPTransport = AsyncHTTPClientTransport()

    /// What was asked since the last look.
    func take() -> [String] {
        state.withLock { state in
            defer { state.paths = [] }
            return state.paths
        }
    }

    /// After so many answers there is none until this is called again.
    func answer(_ count: Int) { state.withLock { $0.answersLeft = count } }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let isUp = state.withLock { state in
            state.paths.append(request.url.path)
            state.answersLeft -= 1
            return state.answersLeft >= 0
        }
        guard isUp else { return HTTPTransportResponse(status: 503, body: Data()) }
        return try await transport.send(request)
    }
}
