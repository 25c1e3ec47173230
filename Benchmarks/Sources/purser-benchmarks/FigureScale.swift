import AppStoreModels
import Foundation
import LocalAppStore
import Logging
import PurchaseFigures
import PurchaseServer

/// Figures of very many customers: how long it takes to book all that is stored, and how long an overview waits.
enum FigureScale {
    private struct Result: Codable {
        var customers: Int
        var transactions: Int
        var databaseMegabytes: Double
        var rebuildSeconds: Double
        var rebuildProcessorSeconds: Double
        /// All figures and tiles of an overview, one after the other, in milliseconds.
        var overview: [Days: Double]
        var slowest: Double
        var slowestName: String
        /// What the console's other places ask, in milliseconds, by what it is.
        var questions: [String: Double] = [:]
    }

    /// How many days an overview is of.
    private enum Days: Int, Codable, CaseIterable, CodingKeyRepresentable {
        case month = 30
        case year = 365
    }

    /// How many subscribers are copied; they begin on different days of a month.
    private static let models = 270

    static func markdown(isQuick: Bool) throws -> String {
        let results = try (isQuick ? [2_700] : [100_000, 1_000_000]).map { count in
            let output = try OwnProcess.output(["--figure-probe", "\(count)"])
            return try JSONDecoder().decode(Result.self, from: Data(output.utf8))
        }
        guard let many = results.last else { return "" }
        let month = many.overview[.month] ?? 0
        return """
            ## Figures

            A purchase server on SQLite whose customers have subscribed within a month and renewed thirteen times, in a process of its
            own: \(models) of them came by notifications of a local store, the others are copies of their rows. *Rebuild*: all rows of
            figures are thrown away, and everything is booked anew. *Overview*: every figure and every number that the
            console's overview shows, of 30 and of 365 days and the same time before, asked over HTTP one after the other;
            *slowest* is the one that took longest of 30 days.

            | customers | transactions | database, MB | rebuild, s | of processors, s | overview of 30 days, ms | of 365 days, ms | slowest, ms |
            |---:|---:|---:|---:|---:|---:|---:|---:|
            \(results.map(row).joined(separator: "\n"))

            What the other places of the console ask of the same databases, the best of five times, in milliseconds:

            | question | \(results.map { "\($0.customers) customers" }.joined(separator: " | ")) |
            |---|\(results.map { _ in "---:|" }.joined())
            \(questions.map { row($0.title, results) }.joined(separator: "\n"))

            | target | measured | met |
            |---|---:|---|
            | rebuild of \(many.transactions) transactions, seconds: at most 300 | \(mark(many.rebuildSeconds, 300)) |
            | overview, ms: at most 100 | \(mark(month, 100)) |

            """
    }

    /// What is asked about copies far from the beginning.
    private static let questions: [(title: String, path: String)] = [
        ("the first customers", "customers?limit=50"),
        ("by the beginning of a name", "customers?limit=50&query=customer-100021"),
        ("by a transaction", "customers?transactionId=8000000000210007"),
        ("by a purchase", "customers?originalTransactionId=8000000000210000"),
        ("buyers of a product", "customers?limit=50&productId=\(SubscriberStore.products[0])"),
        ("a customer's page", "customers/customer-10002100/history"),
        ("a customer's documents", "customers/customer-10002100/documents"),
        ("a customer's events", "events?customer=customer-10002100&limit=200&after=0"),
        ("what happens now", "activity"),
    ]

    private static func row(_ title: String, _ results: [Result]) -> String {
        let cells = results.map { $0.questions[title, default: 0].short }
        return "| \(title) | \(cells.joined(separator: " | ")) |"
    }

    private static func mark(_ value: Double, _ limit: Double) -> String {
        "\(value.short) | \(value <= limit ? "yes" : "**no**")"
    }

    private static func row(_ result: Result) -> String {
        let numbers: [Double] = [
            result.databaseMegabytes, result.rebuildSeconds, result.rebuildProcessorSeconds,
            result.overview[.month] ?? 0, result.overview[.year] ?? 0, result.slowest,
        ]
        let cells = numbers.map(\.short).joined(separator: " | ")
        return "| \(result.customers) | \(result.transactions) | \(cells) (\(result.slowestName)) |"
    }

    /// What the new process does.
    static func run(customers: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("figures-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appendingPathComponent("purchases.sqlite")
        let store = try SubscriberStore.inMemory()
        var configuration = configuration(database, of: store)
        try await fill(configuration, from: store)
        let transactions = try ChainCopies(database: database).make(customers)
        configuration.figures = FigureRules(rates: CurrencyRates(reportingCurrency: "USD"))
        let end = SubscriberStore.date(afterRenewals: 13)
        configuration.now = { end }
        let server = try PurchaseServerApplication(configuration: configuration)
        let (begin, processor) = (ContinuousClock.now, OwnProcess.processorSeconds)
        try await server.rebuildFigures()
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        var result = Result(
            customers: customers,
            transactions: transactions,
            databaseMegabytes: Double(
                try FileManager.default.attributesOfItem(atPath: database.path)[.size] as? Int ?? 0
            ) / 1_048_576,
            rebuildSeconds: seconds,
            rebuildProcessorSeconds: OwnProcess.processorSeconds - processor,
            overview: [:],
            slowest: 0,
            slowestName: ""
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let port = try await server.listeningPort()
            for days in Days.allCases { result.overview[days] = try overview(days, end, port, &result) }
            for (title, path) in questions {
                result.questions[title] = try (0..<5).map { _ in
                    1_000
                        * (try OwnProcess.seconds {
                            _ = try LoadClients.answer(
                                port,
                                "GET /v1/\(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
                            )
                        })
                }.min()
            }
            group.cancelAll()
            try? await group.waitForAll()
        }
        print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
    }

    /// The best of five times: the first finds nothing in memory.
    private static func overview(_ days: Days, _ end: Date, _ port: Int, _ result: inout Result) throws -> Double {
        let asked =
            "from=\(text(end.addingTimeInterval(Double(1 - days.rawValue) * 86_400)))"
            + "&until=\(text(end.addingTimeInterval(86_400)))&environment=Production&compare=previous"
        let step = days == .month ? "day" : "month"
        let figures = FigureCatalogue.all.map { ($0.id, "\($0.id)?\(asked)&by=\(step)") }
        let tiles = ["mrr", "revenue", "active-subscriptions", "active-trials", "new-and-lost", "trial-conversion"]
        let requests = figures + tiles.map { ($0, "\($0)?\(asked)&by=all") }
        var best = Double.infinity
        for _ in 0..<5 {
            var (sum, slowest) = (0.0, (name: "", milliseconds: 0.0))
            for (name, path) in requests {
                let milliseconds =
                    try 1_000
                    * OwnProcess.seconds {
                        _ = try LoadClients.answer(port, "GET /v1/figures/\(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                    }
                sum += milliseconds
                if milliseconds > slowest.milliseconds { slowest = (name, milliseconds) }
            }
            if sum < best {
                best = sum
                if days == .month { (result.slowestName, result.slowest) = slowest }
            }
        }
        return best
    }

    private static func text(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }

    private static func configuration(_ database: URL, of store: LocalAppStore) -> PurchaseServerConfiguration {
        let now = SubscriberStore.date(afterRenewals: 13)
        var configuration = PurchaseServerConfiguration(
            databaseFile: database,
            apps: [AppIdentity(bundleID: SampleStore.bundleID)],
            now: { now }
        )
        configuration.port = 0
        configuration.pollInterval = nil
        configuration.webhookInterval = nil
        configuration.environments = [.production, .sandbox, .xcode, .localTesting]
        configuration.trustPolicy = store.trustPolicy
        configuration.logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        configuration.demandsKeys = false
        return configuration
    }

    /// The subscribers who are copied, as the store tells of them.
    private static func fill(_ configuration: PurchaseServerConfiguration, from store: LocalAppStore) async throws {
        let events = store.events
        _ = try SubscriberStore.subscribe(models, to: store)
        try store.advance(to: SubscriberStore.date(afterRenewals: 13))
        let server = try PurchaseServerApplication(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let port = try await server.listeningPort()
            var taken = 0
            for await event in events {
                guard let notification = try store.signedNotification(for: event) else { continue }
                let body = #"{"signedPayload":"\#(notification.signedPayload)"}"#
                _ = try LoadClients.answer(
                    port,
                    "POST /apple/notifications HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
                )
                taken += 1
                if taken == models * 14 { break }
            }
            group.cancelAll()
            try? await group.waitForAll()
        }
    }
}
