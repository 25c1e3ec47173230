#if PostgreSQL && os(Linux)
    import Foundation
    import PostgreSQLSupport
    import TestSupport
    import Testing

    @Suite("purser server serve with a database that servers share", .tags(.slow), .timeLimit(.minutes(10)))
    struct SharedDatabaseServerTests {
        private static func serving(_ address: String) -> [String] {
            ["server", "serve", "--bundle-id", "com.example.app", "--port", "0", "--database", address]
        }

        @Test("Two of them serve at once; the first makes keys, and each ends as it should")
        func serve() async throws {
            let arguments = Self.serving(try await DatabaseCluster.shared().makeDatabase())
            var lines: [[String]] = []
            let first = try await Tool.command(arguments).run(endedBy: SIGTERM) { output in
                var seen: [String] = []
                for await line in output {
                    seen.append(line)
                    if line.contains("/apple/notifications") { break }
                }
                lines.append(seen)
                let second = try await Tool.command(arguments).run(endedBy: SIGTERM) { output in
                    var seen: [String] = []
                    for await line in output {
                        seen.append(line)
                        if line.contains("/apple/notifications") { break }
                    }
                    lines.append(seen)
                }
                #expect(second.ending == .exited(0))
            }
            #expect(first.ending == .exited(0))
            #expect(lines.map(\.count) == [5, 2])
            #expect(lines.allSatisfy { $0.contains { $0.hasPrefix("purser listens on http://127.0.0.1:") } })
        }

        @Test("A database that is not there is told in one line")
        func missing() async throws {
            let cluster = try await DatabaseCluster.shared()
            let outcome = try await Tool.run(Self.serving(cluster.connectionString(database: "nowhere")))
            #expect(outcome.status == 2)
            #expect(outcome.errors.hasPrefix("purser: database-unusable: "))
            #expect(outcome.errors.contains("Create the database, or mend its name"))
        }

        @Test("A command that works on a file says what to use instead")
        func backup() async throws {
            let outcome = try await Tool.run(
                ["server", "backup", "/nowhere/backup.sqlite"],
                environment: ["PURSER_SERVER_DATABASE": "postgres://alice@db/shop"]
            )
            #expect(outcome.status != 0)
            #expect(outcome.errors.contains("pg_dump"))
        }
    }
#endif
