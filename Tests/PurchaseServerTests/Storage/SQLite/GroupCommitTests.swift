import Foundation
import GRDB
import Locking
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Changes that share a commit", .timeLimit(.minutes(15)))
struct GroupCommitTests {
    private struct Refusal: Error, Equatable { let number: Int }

    /// Waits for something that another thread does, but not for ever.
    private static func wait(_ what: Comment, until isSo: () -> Bool) throws {
        let end = ContinuousClock.now + .seconds(600)
        while !isSo() {
            try #require(ContinuousClock.now < end, what)
            usleep(1_000)
        }
    }

    private static func wait(_ what: Comment, until isSo: () -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(600)
        var turns = Turns()
        while !isSo() {
            try #require(ContinuousClock.now < end, what)
            await turns.pass()
        }
    }

    private static func pool(in folder: TemporaryFolder) throws -> DatabasePool {
        let pool = try DatabasePool(path: folder.url.appendingPathComponent("group.sqlite").path)
        try pool.write { try $0.execute(sql: "CREATE TABLE item (number INTEGER PRIMARY KEY)") }
        return pool
    }

    @Test("Each of many at once gets its own value, and all are there")
    func values() async throws {
        let folder = try TemporaryFolder()
        let pool = try Self.pool(in: folder)
        let group = GroupCommit(pool: pool)
        let values = try await withThrowingTaskGroup(of: Int.self) { tasks in
            for number in 0..<600 {
                tasks.addTask {
                    try await group.write { database in
                        try database.execute(sql: "INSERT INTO item VALUES (?)", arguments: [number])
                        return number * 2
                    }
                }
            }
            return try await tasks.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(values == Set((0..<600).map { $0 * 2 }))
        #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 600)
    }

    @Test("What comes while another is being written shares one commit")
    func shared() async throws {
        let folder = try TemporaryFolder()
        let pool = try Self.pool(in: folder)
        let commits = Commits {}
        pool.add(transactionObserver: commits, extent: .observerLifetime)
        let group = GroupCommit(pool: pool)
        let hasBegun = Locked(false)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            // The first keeps the writer busy until the others wait.
            tasks.addTask {
                try await group.write { database in
                    hasBegun.withLock { $0 = true }
                    try Self.wait("ten wait") { group.waitingCount >= 10 }
                    try database.execute(sql: "INSERT INTO item VALUES (0)")
                }
            }
            for number in 1...10 {
                tasks.addTask {
                    try await Self.wait("the first has begun") { hasBegun.withLock { $0 } }
                    try await group.write { try $0.execute(sql: "INSERT INTO item VALUES (?)", arguments: [number]) }
                }
            }
            try await tasks.waitForAll()
        }
        #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 11)
        #expect(commits.count == 2)
    }

    @Test("Who comes while a commit stands in line shares it; none is begun before its turn has come")
    func line() async throws {
        let folder = try TemporaryFolder()
        let pool = try Self.pool(in: folder)
        let commits = Commits {}
        pool.add(transactionObserver: commits, extent: .observerLifetime)
        let turns = Locked<[@Sendable () -> Void]>([])
        let group = GroupCommit(pool: pool, line: { turn in turns.withLock { $0.append(turn) } })
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 1...5 {
                tasks.addTask {
                    try await group.write { try $0.execute(sql: "INSERT INTO item VALUES (?)", arguments: [number]) }
                }
            }
            // Whoever came first says so after it waits, perhaps later than the others.
            try await Self.wait("five wait, and one for its turn") {
                group.waitingCount == 5 && turns.withLock { $0.count } == 1 || commits.count > 0
            }
            #expect(group.waitingCount == 5)
            #expect(commits.count == 0)
            for turn in turns.withLock({ $0 }) { turn() }
            try await tasks.waitForAll()
        }
        #expect(commits.count == 1)
        #expect(turns.withLock { $0.count } == 1)
    }

    @Test("Where many wait they are written without standing in line, half of them at a time")
    func many() async throws {
        let folder = try TemporaryFolder()
        let pool = try Self.pool(in: folder)
        let commits = Commits {}
        pool.add(transactionObserver: commits, extent: .observerLifetime)
        let turns = Locked(0)
        let group = GroupCommit(
            pool: pool,
            line: { turn in
                turns.withLock { $0 += 1 }
                turn()
            }
        )
        let hasBegun = Locked(false)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                try await group.write { database in
                    hasBegun.withLock { $0 = true }
                    try Self.wait("eighty-five wait") { group.waitingCount == 85 }
                    try database.execute(sql: "INSERT INTO item VALUES (0)")
                }
            }
            try await Self.wait("the first has begun") { hasBegun.withLock { $0 } }
            for number in 1...85 {
                tasks.addTask {
                    try await group.write { try $0.execute(sql: "INSERT INTO item VALUES (?)", arguments: [number]) }
                }
            }
            try await tasks.waitForAll()
        }
        // The first alone; then 42 of 85, 21 of 43 and 20 of 22 at once, and the last 2 after they stood in line.
        #expect(commits.count == 5)
        #expect(turns.withLock { $0 } == 2)
    }

    @Test(
        "How many share a commit",
        arguments: [(0, 0), (1, 1), (20, 20), (21, 20), (40, 20), (100, 50), (512, 256), (8_192, 256)]
    )
    func share(waiting: Int, together: Int) {
        #expect(GroupCommit.share(of: waiting) == together)
    }

    /// Counts commits, and does something after each.
    private final class Commits: TransactionObserver, Sendable {
        private let commits = Locked(0)
        private let then: @Sendable () -> Void
        var count: Int { commits.withLock { $0 } }

        init(_ then: @escaping @Sendable () -> Void) { self.then = then }

        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidCommit(_ database: Database) {
            commits.withLock { $0 += 1 }
            then()
        }
        func databaseDidRollback(_ database: Database) {}
    }

    @Test("Where nothing can be written, all that wait hear it after one wait, and none is tried")
    func locked() async throws {
        let folder = try TemporaryFolder()
        let pool = try Self.pool(in: folder)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(
            path: folder.url.appendingPathComponent("group.sqlite").path,
            configuration: configuration
        )
        // Another program begins to write as soon as the first change is on the disk.
        let observer = Commits { try? other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") } }
        pool.add(transactionObserver: observer, extent: .observerLifetime)
        let group = GroupCommit(pool: pool)
        let (hasBegun, tries) = (Locked(false), Locked(0))
        let codes = await withTaskGroup(of: ResultCode?.self) { tasks in
            tasks.addTask {
                try? await group.write { database in
                    hasBegun.withLock { $0 = true }
                    try Self.wait("ten wait") { group.waitingCount >= 10 }
                    try database.execute(sql: "INSERT INTO item VALUES (0)")
                }
                return nil
            }
            for _ in 1...10 {
                tasks.addTask {
                    do {
                        try await Self.wait("the first has begun") { hasBegun.withLock { $0 } }
                        try await group.write { _ in tries.withLock { $0 += 1 } }
                        return nil
                    } catch { return (error as? DatabaseError)?.resultCode }
                }
            }
            return await tasks.reduce(into: [ResultCode]()) { if let code = $1 { $0.append(code) } }
        }
        #expect(codes == Array(repeating: .SQLITE_BUSY, count: 10))
        #expect(tries.withLock { $0 } == 0)
        #expect(observer.count == 1)
        try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
    }

    @Test("One that fails hears why, leaves nothing behind, and takes none of the others with it")
    func failing() async throws {
        let folder = try TemporaryFolder()
        let pool = try Self.pool(in: folder)
        let group = GroupCommit(pool: pool)
        let failed = await withTaskGroup(of: Int?.self) { tasks in
            for number in 0..<300 {
                tasks.addTask {
                    do {
                        try await group.write { database in
                            try database.execute(sql: "INSERT INTO item VALUES (?)", arguments: [number])
                            if number.isMultiple(of: 3) { throw Refusal(number: number) }
                        }
                        return nil
                    } catch {
                        return (error as? Refusal)?.number
                    }
                }
            }
            return await tasks.reduce(into: Set<Int>()) { if let number = $1 { $0.insert(number) } }
        }
        let refused = Set(0..<300).filter { $0.isMultiple(of: 3) }
        #expect(failed == refused)
        let kept = try await pool.read { try Int.fetchAll($0, sql: "SELECT number FROM item") }
        #expect(Set(kept) == Set(0..<300).subtracting(refused))
    }

    @Test("Where the whole transaction is lost, each is carried out alone")
    func lost() async throws {
        let folder = try TemporaryFolder()
        let pool = try Self.pool(in: folder)
        let group = GroupCommit(pool: pool)
        let outcomes = await withTaskGroup(of: (Int, Bool).self) { tasks in
            for number in 0..<100 {
                tasks.addTask {
                    let done: Void? = try? await group.write { database in
                        try database.execute(sql: "INSERT INTO item VALUES (?)", arguments: [number])
                        // As SQLite does by itself when the disk fails.
                        if number == 50 { try database.execute(sql: "INSERT OR ROLLBACK INTO item VALUES (50)") }
                    }
                    return (number, done != nil)
                }
            }
            return await tasks.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(outcomes.filter { !$0.value }.map(\.key) == [50])
        #expect(try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 99)
    }

    @Test("Where none fails none has a savepoint; where one fails the others are carried out all the same")
    func savepoints() async throws {
        let folder = try TemporaryFolder()
        let pool = try Self.pool(in: folder)
        let statements = Locked<[String]>([])
        try await pool.writeWithoutTransaction { database in
            database.trace { event in
                let text = "\(event)"
                if text.contains("SAVEPOINT") { statements.withLock { $0.append(text) } }
            }
        }
        let group = GroupCommit(pool: pool)
        func write(_ numbers: Range<Int>, refusing refused: Int?) async {
            await withTaskGroup(of: Void.self) { tasks in
                for number in numbers {
                    tasks.addTask {
                        try? await group.write { database in
                            try database.execute(sql: "INSERT INTO item VALUES (?)", arguments: [number])
                            if number == refused { throw Refusal(number: number) }
                        }
                    }
                }
            }
        }
        await write(0..<200, refusing: nil)
        #expect(statements.withLock { $0 }.isEmpty)
        // The first keeps the writer busy until the others wait, so that they share a commit of which one fails.
        let hasBegun = Locked(false)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                try await group.write { _ in
                    hasBegun.withLock { $0 = true }
                    try Self.wait("two hundred wait") { group.waitingCount >= 200 }
                }
            }
            try await Self.wait("the first has begun") { hasBegun.withLock { $0 } }
            await write(200..<400, refusing: 399)
            try await tasks.waitForAll()
        }
        #expect(statements.withLock { $0.contains { $0.contains("ROLLBACK") } })
        let kept = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") }
        #expect(kept == 399)
    }

    @Test("What has waited too long is told so while the writer hangs, and changes nothing afterwards")
    func deadline() async throws {
        let folder = try TemporaryFolder()
        let pool = try Self.pool(in: folder)
        let (hasBegun, isRefused) = (Locked(false), Locked(false))
        // The first may wait for the machine for longer than that before it begins, and is not meant.
        let group = GroupCommit(pool: pool, patience: .milliseconds(20)) { time, look in
            DispatchQueue.global().asyncAfter(deadline: time) {
                while !hasBegun.withLock({ $0 }) { usleep(1_000) }
                look()
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                try await group.write { database in
                    hasBegun.withLock { $0 = true }
                    try Self.wait("the other one is refused") { isRefused.withLock { $0 } }
                    try database.execute(sql: "INSERT INTO item VALUES (0)")
                }
            }
            tasks.addTask {
                try await Self.wait("the first has begun") { hasBegun.withLock { $0 } }
                let error = await #expect(throws: PurchaseServerError.self) {
                    try await group.write { try $0.execute(sql: "INSERT INTO item VALUES (1)") }
                }
                #expect(error?.code == .databaseBusy)
                isRefused.withLock { $0 = true }
            }
            try await tasks.waitForAll()
        }
        // With a patience of its own: the machine may be too busy for that of the other.
        try await GroupCommit(pool: pool).write { try $0.execute(sql: "INSERT INTO item VALUES (2)") }
        #expect(try await pool.read { try Int.fetchAll($0, sql: "SELECT number FROM item") } == [0, 2])
    }

    @Test("After the first that has waited too long, the next is looked for when its own time is over")
    func nextDeadline() async throws {
        let folder = try TemporaryFolder()
        let looks = Locked<[(time: DispatchTime, look: @Sendable () -> Void)]>([])
        let group = GroupCommit(pool: try Self.pool(in: folder), patience: .milliseconds(400)) { time, look in
            looks.withLock { $0.append((time, look)) }
        }
        let (hasBegun, isOver) = (Locked(false), Locked(false))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                try await group.write { _ in
                    hasBegun.withLock { $0 = true }
                    try Self.wait("both have been refused") { isOver.withLock { $0 } }
                }
            }
            try await Self.wait("the first has begun") { hasBegun.withLock { $0 } }
            for number in 1...2 {
                tasks.addTask { await #expect(throws: PurchaseServerError.self) { try await group.write { _ in } } }
                try await Self.wait("one more waits") { group.waitingCount == number }
                // The second comes in the middle of the first one's time.
                let middle = DispatchTime.now() + .milliseconds(number == 1 ? 200 : 0)
                try await Self.wait("it is time") { DispatchTime.now() >= middle }
            }
            let latest = DispatchTime.now() + .milliseconds(400)
            while group.waitingCount > 0 {
                try await Self.wait("a look is planned") { looks.withLock { !$0.isEmpty } }
                let (time, look) = looks.withLock { $0.removeFirst() }
                try await Self.wait("it is time") { DispatchTime.now() >= time }
                look()
                #expect(time <= latest)
            }
            isOver.withLock { $0 = true }
            try await tasks.waitForAll()
        }
    }
}
