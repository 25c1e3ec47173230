import Crypto
import Foundation
import GRDB

/// What nobody who takes signed notifications is quicker than: their signatures verified, the octets on the disk, and nothing
/// else.
final class IngestLimit {
    /// Bodies inserted by one thread that does nothing else.
    private(set) var inserted = Pace(count: 0, seconds: 0)
    /// The three signatures of so many notifications verified on one core.
    private(set) var verified = Pace(count: 0, seconds: 0)
    /// Both, with every core at work: verified by a thread for each core, inserted by another.
    private(set) var together = Pace(count: 0, seconds: 0)
    private let batch: Int
    private let signature: Signature
    private let alone, shared: BareTable

    /// Signatures in a notification: its own, its transaction's, its renewal information's.
    static let signaturesEach = 3

    /// - Parameter batch: How many are in a commit at most.
    init(batch: Int, in folder: URL) throws {
        self.batch = batch
        signature = try Signature()
        alone = try BareTable(file: folder.appendingPathComponent("alone.sqlite"))
        shared = try BareTable(file: folder.appendingPathComponent("shared.sqlite"))
    }

    /// Takes these bodies in each of the ways.
    func takeTurn(with bodies: ArraySlice<Data>) throws {
        let count = 400
        verified += try Pace(of: count) { for _ in 0..<count { try signature.verifyAll() } }
        inserted += try Pace(of: bodies.count) {
            for begin in stride(from: bodies.startIndex, to: bodies.endIndex, by: batch) {
                try alone.insert(bodies[begin..<min(begin + batch, bodies.endIndex)])
            }
        }
        let line = BodyLine(Array(bodies), room: batch)
        together += try Pace(of: bodies.count) {
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
                Thread.detachNewThread { [signature] in
                    while let body = line.next() { line.add(body, (try? signature.verifyAll()) != nil) }
                }
            }
            while let verified = try line.verified() { try shared.insert(verified[...]) }
        }
    }

    /// One P-256 signature, which is as good as any to be verified.
    private struct Signature: Sendable {
        private let key: P256.Signing.PublicKey
        private let digest = SHA256.hash(data: Data("a notification".utf8))
        private let signature: P256.Signing.ECDSASignature

        init() throws {
            let made = P256.Signing.PrivateKey()
            signature = try made.signature(for: digest)
            key = made.publicKey
        }

        func verifyAll() throws {
            for _ in 0..<IngestLimit.signaturesEach where !key.isValidSignature(signature, for: digest) {
                throw BenchmarkError("swift-crypto refused the signature")
            }
        }
    }
}

/// A table of one column and a key, each commit on the disk when it returns.
private struct BareTable {
    private let pool: DatabasePool

    init(file: URL) throws {
        pool = try DatabasePool(path: file.path)
        try pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            try database.execute(
                sql: "CREATE TABLE notification (id TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID"
            )
        }
    }

    func insert(_ bodies: ArraySlice<Data>) throws {
        try pool.write { database in
            let insertion = try database.cachedStatement(sql: "INSERT INTO notification VALUES (?, ?)")
            for body in bodies { try insertion.execute(arguments: [UUID().uuidString, body]) }
        }
    }
}

/// Bodies on their way from those who verify to the one who inserts, as many at a time as a server has connections.
// Sendable is safe: everything is touched between `lock` and `unlock` only.
private final class BodyLine: @unchecked Sendable {
    private let condition = NSCondition()
    private let bodies: [Data]
    private let room: Int
    private var begun = 0
    private var inserted = 0
    private var waiting: [Data] = []
    private var isRefused = false

    init(_ bodies: [Data], room: Int) { (self.bodies, self.room) = (bodies, room) }

    /// The next one to be verified, as soon as there is room for it; nil if there is none.
    func next() -> Data? {
        condition.lock()
        defer { condition.unlock() }
        while begun < bodies.count, begun - inserted >= room { condition.wait() }
        guard begun < bodies.count else { return nil }
        defer { begun += 1 }
        return bodies[begun]
    }

    func add(_ body: Data, _ isVerified: Bool) {
        condition.lock()
        waiting.append(body)
        if !isVerified { isRefused = true }
        condition.broadcast()
        condition.unlock()
    }

    /// All that are verified since it was asked last; nil if there are no more.
    func verified() throws -> [Data]? {
        condition.lock()
        defer { condition.unlock() }
        // Those that were returned are inserted now.
        inserted += lastCount
        lastCount = 0
        condition.broadcast()
        while waiting.isEmpty, inserted < bodies.count { condition.wait() }
        if isRefused { throw BenchmarkError("swift-crypto refused a signature") }
        guard !waiting.isEmpty else { return nil }
        defer { waiting = [] }
        lastCount = waiting.count
        return waiting
    }

    private var lastCount = 0
}
