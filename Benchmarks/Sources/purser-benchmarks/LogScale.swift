import Foundation
import LocalAppStore

/// The log on disk: what a durable purchase costs, and how long a folder takes to open, with its whole log and with a
/// snapshot in its place.
enum LogScale {
    private static let purchases = 1_000
    private static let renewals = 198

    /// What a process found out.
    private struct Result: Codable {
        var events: Int
        var purchaseMicroseconds: Double
        var bareWriteMicroseconds: Double
        var openSeconds: Double
        var openProcessorSeconds: Double
        var compactSeconds: Double
        var reopenSeconds: Double
        var logMegabytes: Double
        var snapshotMegabytes: Double
    }

    /// A table of logs of growing length, each measured in a process of its own.
    static func markdown(isQuick: Bool) throws -> String {
        let sizes = isQuick ? [50] : [100, 1_000]
        let results = try sizes.map { size in
            let output = try OwnProcess.output(["--log-probe", "\(size)"])
            return try JSONDecoder().decode(Result.self, from: Data(output.utf8))
        }
        return """
            ## The store's log on disk

            - *purchase*: one, without signing, on the disk when it returns; the mean of \(purchases).
            - *bare*: a line of the same length, written and flushed with `fsync`, with nothing else done.
            - *open*: from the whole log; *after*: from the snapshot that took its place, which took *compact* to make.
              *processor*: seconds that the processor worked to open the whole log.

            | events | purchase, µs | bare, µs | log, MB | open, s | processor, s | compact, s | snapshot, MB | after, s |
            |---:|---:|---:|---:|---:|---:|---:|---:|---:|
            \(results.map(row).joined(separator: "\n"))

            """ + targets(results)
    }

    private static func targets(_ results: [Result]) -> String {
        guard let few = results.first, let many = results.last, many.events > 200_000 else { return "" }
        func each(_ result: Result) -> Double { result.openProcessorSeconds / Double(result.events) }
        return Target.table([
            Target.atMost(2, many.openSeconds, "a log of \(many.events) events opened, seconds"),
            Target.atMost(1.2, each(many) / each(few), "processor time for each, against \(few.events) (linear)"),
        ])
    }

    private static func row(_ result: Result) -> String {
        String(
            format: "| %d | %.0f | %.0f | %.1f | %.2f | %.2f | %.2f | %.1f | %.3f |",
            result.events,
            result.purchaseMicroseconds,
            result.bareWriteMicroseconds,
            result.logMegabytes,
            result.openSeconds,
            result.openProcessorSeconds,
            result.compactSeconds,
            result.snapshotMegabytes,
            result.reopenSeconds
        )
    }

    /// What the new process does.
    static func run(subscribers: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let (events, purchaseSeconds, lineLength) = try fill(folder, subscribers: subscribers)
        let log = folder.appendingPathComponent("events.jsonl")
        let logSize = size(of: log)
        var compactSeconds = 0.0
        let processorBefore = OwnProcess.processorSeconds
        var openProcessorSeconds = 0.0
        let openSeconds = try seconds(opening: folder, events: events) { store in
            openProcessorSeconds = OwnProcess.processorSeconds - processorBefore
            compactSeconds = try OwnProcess.seconds { try store.compactLog() }
        }
        let result = Result(
            events: events,
            purchaseMicroseconds: purchaseSeconds / Double(purchases) * 1_000_000,
            bareWriteMicroseconds: try bareSeconds(folder, lineLength) / Double(purchases) * 1_000_000,
            openSeconds: openSeconds,
            openProcessorSeconds: openProcessorSeconds,
            compactSeconds: compactSeconds,
            reopenSeconds: try seconds(opening: folder, events: events),
            logMegabytes: Double(logSize) / 1_048_576,
            snapshotMegabytes: Double(size(of: folder.appendingPathComponent("snapshot"))) / 1_048_576
        )
        print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
    }

    /// Makes a folder with a long history.
    private static func fill(
        _ folder: URL,
        subscribers: Int
    ) throws -> (events: Int, purchaseSeconds: Double, lineLength: Int) {
        let store = try SubscriberStore.inFolder(folder, compactsLog: false)
        _ = try SubscriberStore.subscribe(subscribers, to: store)
        try store.advance(to: SubscriberStore.date(afterRenewals: renewals))
        for number in 0..<purchases { try store.createAccount(id: "late-\(number)") }
        let log = folder.appendingPathComponent("events.jsonl")
        let before = size(of: log)
        let seconds = try OwnProcess.seconds {
            for number in 0..<purchases {
                try store.buy(productID: SubscriberStore.products[0], account: "late-\(number)")
            }
        }
        return (store.eventCount, seconds, (size(of: log) - before) / purchases)
    }

    private static func seconds(
        opening folder: URL,
        events: Int,
        _ then: (LocalAppStore) throws -> Void = { _ in }
    ) throws -> Double {
        var opened: LocalAppStore?
        let seconds = try OwnProcess.seconds {
            opened = try SubscriberStore.inFolder(folder, compactsLog: false)
        }
        guard let opened, opened.eventCount == events else { throw BenchmarkError("events are missing") }
        try then(opened)
        return seconds
    }

    private static func bareSeconds(_ folder: URL, _ lineLength: Int) throws -> Double {
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: lineLength)
        let descriptor = open(folder.appendingPathComponent("bare").path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        defer { close(descriptor) }
        return try OwnProcess.seconds {
            for _ in 0..<purchases {
                guard write(descriptor, line, line.count) == line.count, fsync(descriptor) == 0 else {
                    throw BenchmarkError("cannot write to \(folder.path)")
                }
            }
        }
    }

    private static func size(of file: URL) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
    }
}
