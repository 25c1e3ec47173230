#if PostgreSQL && os(Linux)
    import AppStoreModels
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

        @Test(
            "A command that works on a file says in one line what to use instead",
            arguments: [
                ("backup", "use pg_dump --format=custom"), ("restore", "use pg_restore"),
                ("copy", "name the folder to copy from (--data)"),
            ]
        )
        func fileCommands(command: String, instead: String) async throws {
            let own = command == "copy" ? ["--to", "postgres://bob@db/shop"] : ["/nowhere/file.sqlite"]
            let outcome = try await Tool.run(
                ["server", command] + own,
                environment: ["PURSER_SERVER_DATABASE": "postgres://alice@db/shop"]
            )
            #expect(outcome.status == 2 && outcome.output == "")
            let line = "purser: \(command) works on the file of one server, and postgres://alice@db:"
            #expect(outcome.errors.hasPrefix(line) && outcome.errors.contains(instead))
            #expect(outcome.errors.split(separator: "\n").count == 1)
            let json = try await Tool.run(
                ["server", command] + own + ["--json", "--database", "postgres://alice@db/shop"]
            )
            #expect(json.status == 2)
            let error = try JSONValue(parsing: json.output).object?[object: "error"]
            #expect(error?[string: "code"] == "database-shared")
        }

        @Test("An export is not read into it, and the line says how it gets there")
        func readingExport() async throws {
            let folder = try TemporaryFolder()
            let outcome = try await Tool.run([
                "server", "import", folder.url.path, "--bundle-id", "com.example.app", "--json", "--database",
                "postgres://alice@db/shop",
            ])
            #expect(outcome.status == 2)
            #expect(outcome.output.contains("database-shared") && outcome.output.contains("purser server copy"))
        }

        @Test("Keys, steps, exports, lists and comparisons work on it as on a file")
        func commands() async throws {
            let address = try await DatabaseCluster.shared().makeDatabase()
            let folder = try TemporaryFolder()
            func server(_ arguments: String...) async throws -> Tool.Outcome {
                try await Tool.run(["server"] + arguments + ["--database", address])
            }
            let nobody = try await server("keys", "list")
            #expect(nobody.status == 2 && nobody.errors.contains("no server has kept anything in postgres://"))
            let check = try await server("migrate", "--check", "--json")
            #expect(check.status == 1)
            #expect(try JSONValue(parsing: check.output).object?[array: "pending"]?.isEmpty == false)
            let migrate = try await server("migrate")
            #expect(migrate.status == 0 && migrate.lines.allSatisfy { $0.hasPrefix("done") })
            #expect(try await server("migrate", "--check").output == "the database is of this version; nothing to do\n")

            let key = try await server("keys", "make", "App", "--public", "--json")
            let id = try #require(try JSONValue(parsing: key.output).object?[string: "id"])
            #expect(try await server("keys", "list").output.contains(id))
            #expect(try await server("keys", "rotate", id, "--json").status == 0)
            #expect(try await server("keys", "statements", "--json").status == 0)
            #expect(try await server("keys", "revoke", id).status == 0)

            let export = try await server("export", folder.file("export").path, "--json")
            #expect(export.status == 0)
            #expect(FileManager.default.fileExists(atPath: folder.file("export/manifest.json").path))

            let list = folder.file("list.csv")
            try Data("customer,originalTransactionId\nflora,2000\n".utf8).write(to: list)
            let settings = ["--bundle-id", "com.example.app", "--database", address]
            let columns = "customer=customer,originalTransactionId=originalTransactionId"
            let rehearsal = try await Tool.run(
                ["server", "import", list.path, "--dry-run", "--json", "--columns", columns] + settings
            )
            #expect(rehearsal.status == 0)
            let reconcile = try await Tool.run(["server", "reconcile", "--json"] + settings)
            #expect(reconcile.status == 0)
            let rebuild = try await Tool.run(["server", "rebuild", "--json", "--reporting-currency", "USD"] + settings)
            #expect(rebuild.status == 0)
            #expect(try JSONValue(parsing: rebuild.output).object?[integer: "bookedCount"] == 0)
            let doctor = try await Tool.run(["server", "doctor", "--offline", "--json"] + settings)
            #expect(doctor.output.contains("was not asked"))
        }

        @Test("What a folder has is copied into it, and a server with other settings is refused in one line")
        func copy() async throws {
            let address = try await DatabaseCluster.shared().makeDatabase()
            let folder = try TemporaryFolder()
            let data = folder.file("data").path
            let key = try await Tool.run(["server", "keys", "make", "App", "--public", "--json", "--data", data])
            let id = try #require(try JSONValue(parsing: key.output).object?[string: "id"])
            let copied = try await Tool.run(["server", "copy", "--to", address, "--data", data])
            #expect(copied.status == 0)
            #expect(copied.lines.last?.hasPrefix("copied and compared: ") == true)
            let again = try await Tool.run(["server", "copy", "--to", address, "--json", "--data", data])
            #expect(try JSONValue(parsing: again.output).object?[object: "rows"]?[integer: "api_key"] == 1)
            #expect(try await Tool.run(["server", "keys", "list", "--database", address]).output.contains(id))

            let outcome = try await Tool.command(Self.serving(address)).run(endedBy: SIGTERM) { lines in
                _ = await lines.first { $0.contains("/apple/notifications") }
                let other = try await Tool.run(Self.serving(address) + ["--leeway", "7"])
                #expect(other.status == 2)
                let line = "purser: folder-in-use: another server with other settings uses postgres://"
                #expect(other.errors.hasPrefix(line))
                #expect(other.errors.split(separator: "\n").count == 1)
                let copying = try await Tool.run(["server", "copy", "--to", address, "--data", data])
                #expect(copying.status == 2 && copying.errors.contains("end it before you copy into it"))
            }
            #expect(outcome.ending == .exited(0))
        }
    }
#endif
