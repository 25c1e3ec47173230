import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import LocalAppStore
import NIOCore
import NIOEmbedded
import PurchaseFigures
import PurchaseServer
import PurchaseServerClient

/// The machine of the purchase server: it starts, serves, loses power and starts again over what is on its disk.
final class SimulatedServer {
    let disk: SimulatedDisk
    private let store: SimulatedStore
    private let log: SimulatedLog
    private let seams: SimulationSeams
    private let network: SimulatedNetwork
    private(set) var application: PurchaseServerApplication?
    private(set) var secretKey = ""
    private(set) var publicKey = ""
    private(set) var webhookSecret = ""
    /// What shows that the first app speaks for its customer. No app has to show any, but who has one does.
    private(set) var customerToken = ""
    private(set) var pins: [StatementPin] = []
    private(set) var starts = 0
    /// When the machine has power again; nil while it has.
    private(set) var powerReturns: Date?

    init(
        disk: SimulatedDisk,
        store: SimulatedStore,
        log: SimulatedLog,
        network: SimulatedNetwork,
        seams: SimulationSeams
    ) {
        (self.disk, self.store, self.log, self.network, self.seams) = (disk, store, log, network, seams)
    }

    // MARK: Power

    /// Starts the server; the first time it gets its keys and is told where events go.
    func start() async throws {
        let application = try PurchaseServerApplication(configuration: try configuration())
        if let keys = application.firstKeys { (secretKey, publicKey) = (keys.secret.text, keys.public.text) }
        let channel = NIOAsyncTestingChannel()
        let door = NotedDoor(door: application.inProcess(over: channel), log: log, seams: seams)
        for lane in NetworkLane.allCases where lane.leadsToServer { network.lead(lane, to: seams.front(lane, door)) }
        self.application = application
        self.door = door
        starts += 1
        powerReturns = nil
        guard starts == 1 else { return }
        pins = try await application.keys.statementKeys().map { StatementPin($0.id) }
        let address: JSONObject = ["address": "http://game.example/events"]
        let json = try await ask("POST", "v1/webhooks", address)
        webhookSecret = json[string: "secret"] ?? ""
        customerToken = try await ask("POST", "v1/customers/\(seams.name(0))/tokens")[string: "customerToken"] ?? ""
    }

    private var door: NotedDoor?

    /// The power goes.
    func crash(until date: Date) {
        for lane in NetworkLane.allCases where lane.leadsToServer { network.lead(lane, to: nil) }
        disk.die()
        (application, door) = (nil, nil)
        powerReturns = date
    }

    /// The power is back, if it was gone and the time has come.
    func recover(at date: Date) async throws {
        guard application == nil, let powerReturns, powerReturns <= date else { return }
        try disk.restart(forgets: seams.diskForgets)
        try await start()
    }

    // MARK: Asking

    /// What the developer's own server asks, past all weather.
    @discardableResult
    func ask(_ method: String, _ path: String, _ body: JSONObject? = nil) async throws -> JSONObject {
        guard let door, let url = URL(string: "\(SimulatedWorld.serverURL.absoluteString)/\(path)") else {
            throw SimulationError(.answer, "the server is not there")
        }
        let response = try await door.send(
            HTTPTransportRequest(
                url: url,
                method: method,
                body: body.map { JSONValue.object($0).jsonData } ?? Data(),
                headers: ["Authorization": "Bearer \(secretKey)"]
            )
        )
        guard (200..<300).contains(response.status), let json = try JSONValue(parsing: response.body).object else {
            throw SimulationError(
                .answer,
                "\(method) \(path): \(response.status) \(String(decoding: response.body, as: UTF8.self))"
            )
        }
        return json
    }

    /// What a real server does by itself in intervals.
    func work() async throws {
        guard let application else { return }
        try await application.pollDue()
        for _ in 0..<Self.mostRounds {
            guard self.application === application, try await application.sendWebhooksDue() else { break }
        }
        if seams.booksFigures { try await application.bookFiguresDue() }
    }

    private static let mostRounds = 50

    private func configuration() throws -> PurchaseServerConfiguration {
        let store = store.store
        var configuration = PurchaseServerConfiguration(
            databaseFile: disk.database,
            apps: [ServedApp(bundleIDs: [SimulatedWorld.app.bundleID], appAppleID: SimulatedWorld.app.appAppleID)],
            now: { store.now }
        )
        configuration.environments = [.production]
        configuration.sharedSecret = AppSharedSecret(SimulatedStore.sharedSecret)
        configuration.verifyReceiptEndpoints = VerifyReceiptEndpoints(base: SimulatedWorld.storeURL)
        configuration.serverAPI = try self.store.serverAPI()
        configuration.trustPolicy = store.trustPolicy
        configuration.entitlementRules = EntitlementRules(productTypes: SimulatedGoods.kinds)
        configuration.customers.ledger = try LedgerRules(
            products: [.init(SimulatedGoods.seeds, gives: [SimulatedGoods.currency: SimulatedGoods.seedsGive])],
            refundPolicy: .takeBack
        )
        configuration.figures = FigureRules(rates: CurrencyRates(reportingCurrency: "USD"))
        configuration.allowsPrivateWebhooks = true
        configuration.retryPolicy = .never
        configuration.sleep = { _ in }
        configuration.patienceTimer = { _ in try await SimulatedStore.endlessly() }
        configuration.uptime = { store.now.timeIntervalSince(SimulatedWorld.start) }
        configuration.transport = ServerEnd(
            store: network.end(of: .store),
            webhooks: network.end(of: .webhooks)
        )
        configuration.logger = log.logger
        try seams.server(&configuration)
        return configuration
    }
}

/// Where the purchase server's own requests go.
private struct ServerEnd: HTTPTransport {
    let store: any HTTPTransport
    let webhooks: any HTTPTransport

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let isOfStore = request.url.port == SimulatedWorld.storeURL.port
        return try await (isOfStore ? store : webhooks).send(request)
    }
}

/// The server's door, with somebody beside it who may write down what comes in.
private struct NotedDoor: HTTPTransport {
    let door: any HTTPTransport
    let log: SimulatedLog
    let seams: SimulationSeams

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        if let line = seams.note(request) { log.write(line) }
        return try await door.send(request)
    }
}
