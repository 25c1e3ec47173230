import AppStoreModels
import AppStoreTrust
import Entitlements
package import Foundation
import LocalAppStore
import LocalAppStoreServer
import PurchaseServer
import PurchaseServerClient

/// A whole small world: an App Store, the developer's purchase server on a machine that fails, a game server that hears of
/// events, and customers with apps that crash. One thing happens at a time, and time moves only when the story says so.
package final class SimulatedWorld {
    /// What time it is when a story begins: noon in UTC on 1 January 2026.
    package static let start = LocalAppStore.usualStart
    /// The app that everybody has.
    static let app = StoreApp(bundleID: "com.example.simulated", version: "1", appAppleID: 1_234_567_890)
    static let serverURL = address("http://purchases.example")
    static let storeURL = address("http://127.0.0.1:8081")
    /// How long the apps go by the server's last word.
    static let trustWindow = TrustWindow(afterStatement: 3 * 86_400, afterRenewal: 86_400)

    /// What the apps see of the world.
    struct Parts {
        let store: LocalAppStore
        let server: SimulatedServer
        let network: SimulatedNetwork
        let seams: SimulationSeams
    }

    let seams: SimulationSeams
    let store: SimulatedStore
    let server: SimulatedServer
    let receiver: SimulatedReceiver
    let log: SimulatedLog
    let network: SimulatedNetwork
    let apps: [SimulatedApp]
    /// Notifications that the server has acknowledged.
    var acknowledged: [AcknowledgedNotification] = []
    /// What went wrong in a way that no fault of the story explains.
    var oddities: [String] = []
    /// Lines of the server's log that nobody has looked at.
    var newLogLines: [String] = []
    /// Whether nothing goes wrong any more, and everybody had the time to hear of everything.
    var isSettled = false
    private var trace = SimulationTrace()
    private var lastRepair = SimulatedWorld.start

    /// - Parameters:
    ///   - folder: Where devices and the server's disk are; an empty folder.
    ///   - authority: Signs what the store issues.
    init(_ story: SimulationStory, _ seams: SimulationSeams, folder: URL, authority: CertificateAuthority) async throws
    {
        let log = SimulatedLog()
        let disk = try SimulatedDisk(root: folder)
        let clock = WorldClock()
        let network = SimulatedNetwork(now: { clock.now }, onCrash: { disk.die() })
        let store = try SimulatedStore(
            seed: story.seed,
            authority: authority,
            log: log,
            notifications: network.end(of: .notifications)
        )
        clock.follow(store.store)
        let receiver = SimulatedReceiver(seams)
        network.lead(.store, to: store.door)
        network.lead(.webhooks, to: receiver)
        let server = SimulatedServer(disk: disk, store: store, log: log, network: network, seams: seams)
        (self.seams, self.log, self.network, self.store, self.receiver, self.server) = (
            seams, log, network, store, receiver, server
        )
        try await server.start()
        let parts = Parts(store: store.store, server: server, network: network, seams: seams)
        apps = try (0..<story.customers).map { try SimulatedApp(number: $0, in: parts, folder: folder) }
        _ = network.takeExchanges()
    }

    var now: Date { store.store.now }

    /// What came of the story so far, in a few letters: the same story has the same.
    var digest: String { trace.digest }

    /// The trace line by line, for who looks why two runs differ.
    var lines: [String] { trace.lines }

    // MARK: What happens

    /// Lets a step happen, and everybody do what follows from it by itself.
    func take(_ step: SimulationStep) async throws {
        isSettled = false
        if seams.diskForgets { try server.disk.remember() }
        try await goOn(by: 1)
        let outcome = try await happen(step)
        try await follow()
        try await note(step, outcome)
    }

    /// Everything goes its way for some seconds.
    private func goOn(by seconds: TimeInterval) async throws {
        // No two things happen at one moment: which of two statements of the same moment is the newer nobody could tell.
        try store.store.advance(by: seconds)
        server.disk.mend(at: now)
        try await recover()
        await network.releaseHeld()
        try await follow()
    }

    /// What everybody does by themselves.
    private func follow() async throws {
        await store.server.notifications.deliverPending()
        try await heed()
        for app in apps {
            try await app.goOn()
            try await heed()
        }
        do { try await server.work() } catch let error as PurchaseServerError {
            noteFailure("work of the server", error)
        }
        try await heed()
        if now.timeIntervalSince(lastRepair) >= 86_400 {
            lastRepair = now
            do { _ = try await server.application?.repairGaps() } catch let error as PurchaseServerError {
                noteFailure("repair of gaps", error)
            }
            try await heed()
        }
    }

    private func recover() async throws {
        do { try await server.recover(at: now) } catch let error as PurchaseServerError {
            noteFailure("start of the server", error)
        }
    }

    /// A disk that fails, or a machine without power, explains what cannot be stored.
    private func noteFailure(_ what: String, _ error: PurchaseServerError) {
        guard !server.disk.isFaulty, server.application != nil, !server.disk.isDead else { return }
        oddities.append("\(what): \(error)")
    }

    /// Takes notice of what the network has carried.
    private func heed() async throws {
        let exchanges = network.takeExchanges()
        for exchange in exchanges {
            if exchange.lane == .notifications, exchange.response.status == 200 {
                AcknowledgedNotification(exchange.request).map { acknowledged.append($0) }
            }
            if exchange.lane.leadsToServer, exchange.response.status == 500 {
                oddities.append(
                    "\(exchange.line): \(String(decoding: exchange.response.body.prefix(300), as: UTF8.self))"
                )
            }
            if let customer = exchange.customer { apps[customer].hear(exchange) }
        }
        trace.note(exchanges.map(\.line))
        newLogLines += log.take()
        if network.takeCrash() { server.crash(until: now.addingTimeInterval(3_600)) }
        for app in apps where app.launch?.life.isOver == true { app.kill() }
    }

    private func note(_ step: SimulationStep, _ outcome: String) async throws {
        var standing: [String] = []
        if let application = server.application {
            for app in apps {
                guard let customer = CustomerID(seams.name(app.number)) else { continue }
                let statement = try await application.statement(of: customer)
                let products = statement.entitlements.filter(\.isEntitled).map(\.productID).sorted()
                let balance = statement.balances[SimulatedGoods.currency] ?? 0
                standing.append("\(products.joined(separator: "+")) \(balance)")
            }
        }
        trace.end("\(step) -> \(outcome); \(standing.joined(separator: ", ")); \(receiver.events.count) events")
    }

    // MARK: One step

    private func happen(_ step: SimulationStep) async throws -> String {
        do {
            return try await perform(step)
        } catch let error as StoreError {
            // It did not fit.
            return error.code.rawValue
        }
    }

    private func perform(_ step: SimulationStep) async throws -> String {
        switch step {
        case .pass(let hours): try await pass(hours: min(max(0, hours), Self.mostHours))
        case .launch(let customer): try await app(customer)?.comeForward()
        case .quit(let customer): app(customer)?.kill()
        case .buy(let customer, let product): return try await buy(product, customer)
        case .refresh(let customer): try await app(customer)?.refresh()
        case .restore(let customer): return try await app(customer)?.restore() ?? "nobody"
        case .weather(let lane, let weather, let hours): network.set(weather, on: lane, until: later(hours))
        case .disk(let fault, let writes, let hours):
            if server.application != nil { server.disk.set(fault, after: writes, until: later(hours)) }
        case .crash(let hours): if server.application != nil { server.crash(until: later(hours)) }
        case .settle: try await settle()
        default: try customers(step)
        }
        return "done"
    }

    /// The app is opened, sends what it has, and a moment later the customer buys.
    private func buy(_ product: String, _ customer: Int) async throws -> String {
        guard let app = app(customer) else { return "nobody" }
        if app.launch == nil {
            try await app.comeForward()
            try await heed()
            try await goOn(by: 1)
        }
        return try await app.buy(product)
    }

    /// What a customer, or the App Store, does in the store itself.
    private func customers(_ step: SimulationStep) throws {
        let market = store.store
        switch step {
        case .renewal(let customer, let isOn):
            for subscription in subscriptions(customer) where subscription.isLive {
                try market.setAutoRenew(isOn, originalTransactionID: subscription.originalTransactionID)
            }
        case .plan(let customer, let product):
            for subscription in subscriptions(customer) where subscription.isLive {
                try market.setRenewalProduct(product, originalTransactionID: subscription.originalTransactionID)
            }
        case .card(let customer, let isGood):
            guard let app = app(customer) else { return }
            try market.setRules(AccountRules(renewalChargesFail: !isGood), account: app.account)
            for subscription in subscriptions(customer) where isGood && subscription.isInBillingRetryPeriod {
                try market.resolveBilling(originalTransactionID: subscription.originalTransactionID)
            }
        case .refund(let customer, let choice):
            guard let transaction = transactions(customer, isRefunded: false, choice) else { return }
            try market.refund(transactionID: transaction)
        case .refundReversed(let customer, let choice):
            guard let transaction = transactions(customer, isRefunded: true, choice) else { return }
            try market.reverseRefund(transactionID: transaction)
        default: return
        }
    }

    /// The longest time that goes by in one step, in hours.
    private static let mostHours = 24 * 366

    /// The App Store tells of what happens as it happens, so time goes in pieces of a few hours.
    private func pass(hours: Int) async throws {
        var left = hours
        while left > 0 {
            let piece = min(left, Self.piece)
            left -= piece
            try await goOn(by: Double(piece) * 3_600)
        }
    }

    private static let piece = 12

    private func settle() async throws {
        network.clear()
        server.disk.mend()
        for _ in 0..<Self.calmDays {
            try await goOn(by: 86_400)
        }
        for app in apps {
            try await app.comeForward()
            try await heed()
        }
        try await goOn(by: 60)
        _ = try await server.application?.repairGaps()
        try await goOn(by: 60)
        for app in apps {
            try await app.refresh()
            try await heed()
        }
        isSettled = true
    }

    /// The App Store tries a notification for six and a half days, and the server an event for three and a half.
    private static let calmDays = 10

    // MARK: Who and what

    private func later(_ hours: Int) -> Date { now.addingTimeInterval(Double(min(max(0, hours), 48)) * 3_600) }

    private func app(_ number: Int) -> SimulatedApp? { apps.indices.contains(number) ? apps[number] : nil }

    private func subscriptions(_ customer: Int) -> [StoreSubscription] {
        app(customer).map { store.store.subscriptions(account: $0.account) } ?? []
    }

    private func transactions(_ customer: Int, isRefunded: Bool, _ choice: Int) -> String? {
        guard let app = app(customer) else { return nil }
        let all = store.store.transactions(account: app.account).filter {
            !$0.isRestored && ($0.revocationDate != nil) == isRefunded
        }
        return all.isEmpty ? nil : all[Int(choice.magnitude % UInt(all.count))].transactionID
    }

    private static func address(_ text: String) -> URL { URL(string: text) ?? URL(fileURLWithPath: "/") }
}
