import AppStoreModels
import Foundation
import LocalAppStore
import Logging
import PurchaseServer

/// A purchase server that takes notifications of a local store, in a process of its own.
final class IngestServer {
    /// What the process says of itself when it listens.
    private struct Announcement: Codable {
        let port: Int
    }

    private let serving: ServingProcess<Announcement>
    /// The bodies of the notifications, as the App Store would send them.
    let bodies: [Data]

    var port: Int { serving.announcement.port }
    /// How long processors have worked for the server, all its threads together, in seconds.
    var processorSeconds: Double { OwnProcess.processorSeconds(of: serving.process) }
    var requests: [[UInt8]] {
        bodies.map { body in
            Array(
                ("POST /apple/notifications HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.count)\r\n\r\n").utf8
            ) + body
        }
    }

    init(notifications: Int) throws {
        serving = try ServingProcess(["--ingest-probe", "\(notifications)"], minutes: 10)
        let file = Self.folder(of: serving.process).appendingPathComponent("bodies")
        bodies = try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map { Data($0) }
    }

    func end() {
        serving.end()
        try? FileManager.default.removeItem(at: Self.folder(of: serving.process))
    }

    private static func folder(of process: Int32) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("ingest-\(process)")
    }

    /// What the new process does until it is ended.
    static func run(notifications count: Int) async throws {
        let folder = folder(of: getpid())
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let server = try await server(count, in: folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let announcement = Announcement(port: try await server.listeningPort())
            FileHandle.standardOutput.write(try JSONEncoder().encode(announcement) + Data("\n".utf8))
            try await group.waitForAll()
        }
    }

    /// The store is gone when this returns: what it has in memory is not the server's.
    private static func server(_ count: Int, in folder: URL) async throws -> PurchaseServerApplication {
        let (bodies, store) = try await bodies(count)
        try Data(bodies.joined(separator: "\n").utf8).write(to: folder.appendingPathComponent("bodies"))
        // A clock that goes on, as everywhere but in tests: what is made in the same millisecond has no order.
        let (start, begun) = (store.now, ContinuousClock.now)
        var configuration = PurchaseServerConfiguration(
            databaseFile: folder.appendingPathComponent("purchases.sqlite"),
            apps: [AppIdentity(bundleID: SampleStore.bundleID)],
            now: { start + (ContinuousClock.now - begun) / .seconds(1) }
        )
        configuration.port = 0
        configuration.pollInterval = nil
        configuration.webhookInterval = nil
        configuration.environments = [.production, .sandbox, .xcode, .localTesting]
        configuration.trustPolicy = store.trustPolicy
        configuration.logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        return try PurchaseServerApplication(configuration: configuration)
    }

    /// What the local store would send about its subscribers.
    private static func bodies(_ count: Int) async throws -> ([String], LocalAppStore) {
        let store = try SubscriberStore.inMemory()
        let events = store.events
        _ = try SubscriberStore.subscribe(count, to: store)
        var bodies: [String] = []
        for await event in events {
            guard let notification = try store.signedNotification(for: event) else { continue }
            bodies.append(#"{"signedPayload":"\#(notification.signedPayload)"}"#)
            if bodies.count == count { break }
        }
        return (bodies, store)
    }
}
