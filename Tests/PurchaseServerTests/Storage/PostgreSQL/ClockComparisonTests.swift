#if PostgreSQL && os(Linux)
    import Foundation
    import Locking
    import Logging
    import PostgreSQLSupport
    import TestSupport
    import Testing

    @testable import PurchaseServer

    @Suite("The clock of a server that shares a database", .timeLimit(.minutes(5)))
    struct ClockComparisonTests {
        /// A clock that goes as the database's does, so many seconds ahead of it.
        private static func clock(
            of storage: PurchaseDatabase,
            ahead seconds: TimeInterval = 0
        ) async throws -> @Sendable () -> Date {
            let said = try await storage.read {
                try Double.fetchOne($0, sql: ClockComparison.question)
            }
            let there = Date(timeIntervalSince1970: try #require(said) + seconds)
            let uptime = ProcessInfo.processInfo.systemUptime
            return { there + (ProcessInfo.processInfo.systemUptime - uptime) }
        }

        @Test("A server whose clock is another than the database's does not start", arguments: [600.0, -600])
        func start(ahead: Double) async throws {
            let storage = PurchaseDatabase(try await SharedDatabase.fresh().engine())
            let right = try await Self.clock(of: storage)
            try ClockComparison(storage: storage, now: right, machine: right).check()
            let wrong = try await Self.clock(of: storage, ahead: ahead)
            let comparison = ClockComparison(storage: storage, now: wrong, machine: wrong)
            let error = #expect(throws: PurchaseServerError.self) { try comparison.check() }
            #expect(error?.code == .databaseUnusable)
            #expect(error?.reason.hasPrefix("\(storage.engine.name): the clock of this machine is ") == true)
            let words = ahead > 0 ? "seconds ahead of that of the database" : "seconds behind that of the database"
            #expect(error?.reason.contains(words) == true && error?.reason.contains("NTP") == true)
        }

        @Test("A clock of somebody's own, and that of a file's server, are compared with none")
        func exempt() async throws {
            let storage = PurchaseDatabase(try await SharedDatabase.fresh().engine())
            let machine = try await Self.clock(of: storage, ahead: 600)
            let own = ClockComparison(storage: storage, now: { Purchases.start }, machine: machine)
            #expect(!own.isPossible)
            try own.check()
            #expect(try await own.difference() == nil)
            let scratch = try TemporaryFolder()
            let file = try PurchaseDatabase(file: scratch.file("a.sqlite"))
            #expect(!ClockComparison(storage: file, now: machine, machine: machine).isPossible)
        }

        @Test("A pause between two looks at the machine's clock does not make it one of somebody's own")
        func pause() async throws {
            let storage = PurchaseDatabase(try await SharedDatabase.fresh().engine())
            let seconds = Locked(0.0)
            let machine: @Sendable () -> Date = {
                let passed = seconds.withLock { seconds in
                    seconds += 5
                    return seconds
                }
                return Purchases.start + passed
            }
            #expect(ClockComparison(storage: storage, now: machine, machine: machine).isPossible)
            for other in [-60.0, 60] {
                let own = ClockComparison(storage: storage, now: { machine() + other }, machine: machine)
                #expect(!own.isPossible)
            }
        }

        @Test("While a server runs its log says so, and nothing while all is well")
        func watch() async throws {
            let storage = PurchaseDatabase(try await SharedDatabase.fresh().engine())
            let lines = Locked<[String]>([])
            for (ahead, count) in [(0.0, 0), (600.0, 1)] {
                let clock = try await Self.clock(of: storage, ahead: ahead)
                let watch = ClockWatch(
                    comparison: ClockComparison(storage: storage, now: clock, machine: clock),
                    sleep: { _ in },
                    logger: Logger(label: "test") { _ in
                        LogRecorder(lines) { event, metadata in
                            "\(event.level): \(event.message): \(metadata["difference", default: ""])"
                        }
                    }
                )
                await watch.look()
                #expect(lines.withLock { $0.count } == count)
            }
            let line = try #require(lines.withLock { $0.first })
            #expect(line.hasPrefix("warning: the clock of this machine is not that of the database: "))
            #expect(line.hasSuffix(" seconds ahead of the database"))
        }

        @Test("Who looks before a server starts hears whether it would")
        func looking() async throws {
            let database = try await SharedDatabase.fresh()
            let storage = PurchaseDatabase(try database.engine())
            let (clock, behind) = (try await Self.clock(of: storage), try await Self.clock(of: storage, ahead: -600))
            #expect(try !database.compareClock(clock).isTooLarge)
            let wrong = try database.compareClock(behind)
            #expect(wrong.isTooLarge && wrong.description.hasSuffix(" seconds behind"))
        }
    }
#endif
