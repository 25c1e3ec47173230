import AppStoreModels
import Crypto
import Foundation
import GRDB
import LocalAppStore
import Logging
import PurchaseServer

/// Notifications that a purchase server takes: each is verified, and on the disk before it is acknowledged.
enum IngestScale {
    private struct Result: Codable {
        var notifications: Int
        var bytes: Int
        var served: Double
        var inserted: Double
        var signatures: Double
    }

    private static let connections = 64
    /// Signatures in a notification: its own, its transaction's, its renewal information's.
    private static let signaturesEach = 3.0

    static func markdown(isQuick: Bool) throws -> String {
        let output = try OwnProcess.output(["--ingest-probe", isQuick ? "1000" : "10000"])
        let result = try JSONDecoder().decode(Result.self, from: Data(output.utf8))
        let verified = result.signatures / signaturesEach
        let limit = 1 / (1 / verified + 1 / result.inserted)
        return """
            ## Notifications

            \(result.notifications) notifications about as many subscribers, of \(result.bytes) bytes each on average, sent to a purchase server in
            the same process over \(connections) connections; each is acknowledged after it is on the disk. *Inserted*: the same octets into
            a table of one column and a key, \(connections) in a commit, `synchronous = FULL`, with nothing else done. *Verified*: the bare
            P-256 of the three signatures in each, on one core. *Both*: one after the other; nobody who trusts signatures alone is
            quicker on one core.

            | taken/s | inserted/s | verified/s | both/s |
            |---:|---:|---:|---:|
            | \(result.served.short) | \(result.inserted.short) | \(verified.short) | \(limit.short) |

            | target | measured | met |
            |---|---:|---|
            | taken, times inserted in batches: at least 0.50 | \(mark(result.served / result.inserted)) |
            | taken, times verified and inserted: at least 0.50 | \(mark(result.served / limit)) |

            """
    }

    private static func mark(_ value: Double) -> String { "\(value.short) | \(value >= 0.5 ? "yes" : "**no**")" }

    /// What the new process does.
    static func run(notifications count: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ingest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (bodies, store) = try await bodies(count)
        let served = try await serve(bodies, from: store, in: folder)
        let result = Result(
            notifications: bodies.count,
            bytes: bodies.reduce(0) { $0 + $1.utf8.count } / max(bodies.count, 1),
            served: served,
            inserted: try insert(bodies, in: folder),
            signatures: try signaturesPerSecond()
        )
        print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
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

    private static func serve(_ bodies: [String], from store: LocalAppStore, in folder: URL) async throws -> Double {
        let now = store.now
        var configuration = PurchaseServerConfiguration(
            databaseFile: folder.appendingPathComponent("purchases.sqlite"),
            apps: [AppIdentity(bundleID: SampleStore.bundleID)],
            now: { now }
        )
        configuration.port = 0
        configuration.pollInterval = nil
        configuration.webhookInterval = nil
        configuration.environments = [.production, .sandbox, .xcode, .localTesting]
        configuration.trustPolicy = store.trustPolicy
        configuration.logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        let server = try PurchaseServerApplication(configuration: configuration)
        let requests = bodies.map { body in
            "POST /apple/notifications HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            let port = try await server.listeningPort()
            // On a thread of its own: it waits all the time, and the server needs those that tasks run on.
            let rate = try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(
                        with: Swift.Result {
                            try LoadClients(connections, port: port, requests: requests).rate(
                                of: bodies.count - connections
                            )
                        }
                    )
                }
            }
            group.cancelAll()
            try? await group.waitForAll()
            return rate
        }
    }

    private static func insert(_ bodies: [String], in folder: URL) throws -> Double {
        let queue = try DatabasePool(path: folder.appendingPathComponent("bare.sqlite").path)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try database.execute(
                sql: "CREATE TABLE notification (id TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID"
            )
        }
        let seconds = try OwnProcess.seconds {
            for begin in stride(from: 0, to: bodies.count, by: connections) {
                try queue.write { database in
                    let insertion = try database.cachedStatement(sql: "INSERT INTO notification VALUES (?, ?)")
                    for body in bodies[begin..<min(begin + connections, bodies.count)] {
                        try insertion.execute(arguments: [UUID().uuidString, Data(body.utf8)])
                    }
                }
            }
        }
        return Double(bodies.count) / seconds
    }

    private static func signaturesPerSecond() throws -> Double {
        let key = P256.Signing.PrivateKey()
        let digest = SHA256.hash(data: Data("a notification".utf8))
        let signature = try key.signature(for: digest)
        let count = 5_000
        let seconds = try OwnProcess.seconds {
            for _ in 0..<count where !key.publicKey.isValidSignature(signature, for: digest) {
                throw BenchmarkError("swift-crypto refused the signature")
            }
        }
        return Double(count) / seconds
    }
}
