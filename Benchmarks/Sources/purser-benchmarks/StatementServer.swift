import AppStoreModels
import AppStoreServerClient
import Foundation
import GRDB
import Hummingbird
import Logging
import PurchaseServer

/// A purchase server with many customers, and an empty Hummingbird route beside it, in a process of their own.
final class StatementServer {
    /// What the process says of itself when it listens.
    private struct Announcement: Codable {
        let port: Int
        let emptyPort: Int
        let key: String
        let databaseMegabytes: Double
    }

    private let serving: ServingProcess<Announcement>
    private var announcement: Announcement { serving.announcement }
    private let customers: Int

    /// How many customers nobody has asked about.
    private static let freshCount = 2_000

    var port: Int { announcement.port }
    var emptyPort: Int { announcement.emptyPort }
    var databaseMegabytes: Double { announcement.databaseMegabytes }
    /// Spread over all, in an order that is not theirs, so that no cache holds them.
    var keptRequests: [String] {
        let all = customers - min(Self.freshCount, customers / 2)
        return (0..<min(100_000, all)).map { request($0 &* 7_919 % all + 1) }
    }
    var freshRequests: [String] {
        (customers - min(Self.freshCount, customers / 2) + 1..<customers).map(request)
    }

    init(customers: Int) throws {
        self.customers = customers
        serving = try ServingProcess(["--statement-probe", "\(customers)"], minutes: 20)
    }

    func end() {
        serving.end()
        try? FileManager.default.removeItem(at: Self.folder(of: serving.process))
    }

    /// The memory that the process has now, in megabytes.
    func megabytes() throws -> Double { try serving.megabytes() }

    private func request(_ number: Int) -> String {
        "GET /v1/app/customers/\(CustomerCopies.name(number)) HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            + "Authorization: Bearer \(announcement.key)\r\n\r\n"
    }

    private static func folder(of process: Int32) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("statement-data-\(process)")
    }

    /// What the new process does until it is ended.
    static func run(customers: Int) async throws {
        let folder = folder(of: getpid())
        let database = folder.appendingPathComponent("purchases.sqlite")
        let sample = try SampleStore()
        let configuration = configuration(database, trusting: sample)
        let key = try await fillWithOne(try sample.receipt(records: 5), configuration, in: folder)
        // In a process of its own, so that the server's memory is the server's.
        _ = try OwnProcess.output(["--copies-probe", "\(customers)", "--database", database.path])
        let server = try PurchaseServerApplication(configuration: configuration)
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let router = Router()
        router.get("/empty") { _, _ in HTTPResponse.Status.ok }
        let empty = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in listening.yield(channel.localAddress?.port ?? 0) },
            logger: configuration.logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask { try await empty.runService() }
            guard let emptyPort = await ports.first(where: { _ in true }) else {
                throw BenchmarkError("the empty route does not listen")
            }
            let size = try FileManager.default.attributesOfItem(atPath: database.path)[.size] as? Int ?? 0
            let announcement = Announcement(
                port: try await server.listeningPort(),
                emptyPort: emptyPort,
                key: key,
                databaseMegabytes: Double(size) / 1_048_576
            )
            FileHandle.standardOutput.write(try JSONEncoder().encode(announcement) + Data("\n".utf8))
            try await group.waitForAll()
        }
    }

    private static func configuration(_ database: URL, trusting sample: SampleStore) -> PurchaseServerConfiguration {
        var configuration = PurchaseServerConfiguration(
            databaseFile: database,
            apps: [AppIdentity(bundleID: SampleStore.bundleID)],
            now: { SampleStore.date }
        )
        configuration.port = 0
        configuration.pollInterval = nil
        configuration.webhookInterval = nil
        configuration.trustPolicy = sample.policy
        configuration.transport = CustomerCopies.Apple()
        configuration.publicKeyRateLimit = RateLimit(perSecond: 10_000_000, burst: 10_000_000)
        configuration.logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        return configuration
    }

    /// What the process does that makes the copies.
    static func copyCustomers(_ count: Int, in database: URL) throws {
        try CustomerCopies(database: database).make(count, unasked: min(freshCount, count / 2))
    }

    /// A server with the one customer who is copied, which ends and leaves its database alone.
    ///
    /// - Returns: A key for apps.
    private static func fillWithOne(
        _ receipt: [UInt8],
        _ configuration: PurchaseServerConfiguration,
        in folder: URL
    ) async throws -> String {
        let server = try PurchaseServerApplication(configuration: configuration)
        guard let key = server.firstKeys?.public.text else { throw BenchmarkError("the server made no key") }
        try await upload(receipt, to: server, key: key, in: folder)
        return key
    }

    /// The purchases of the one who is copied, and a question about them.
    private static func upload(
        _ receipt: [UInt8],
        to server: PurchaseServerApplication,
        key: String,
        in folder: URL
    ) async throws {
        let body = folder.appendingPathComponent("body")
        try Data(#"{"receiptData":"\#(Data(receipt).base64EncodedString())"}"#.utf8).write(to: body)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let base = "http://127.0.0.1:\(try await server.listeningPort())/v1/app/customers/customer-0"
            let words = [
                "curl", "--silent", "--show-error", "--fail-with-body", "--header", "Authorization: Bearer \(key)",
            ]
            _ = try ShellCommand(words + ["--data-binary", "@" + body.path, base + "/receipts"]).output()
            for _ in 0..<2 { _ = try ShellCommand(words + [base]).output() }
            group.cancelAll()
            try? await group.waitForAll()
        }
    }
}
