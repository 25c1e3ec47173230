#if PostgreSQL && os(Linux)
    import Foundation
    import Logging
    import PostgreSQLSupport
    import PurchaseServer
    import Testing

    @testable import purser

    @Suite("A database that servers share, as a setting")
    struct SharedDatabaseSettingTests {
        private func settings(_ flags: [String: [String]]) throws -> ServerSettings {
            try ServerSettings(flags: flags, config: nil, environment: [:])
        }

        @Test("Without one everything is in the folder")
        func none() throws {
            #expect(try settings(["data": ["/somewhere"]]).sharedDatabase()?.description == nil)
        }

        @Test(
            "It is an address without a password, in either of PostgreSQL's forms",
            arguments: [
                "postgres://alice@db.example.com:5433/shop?sslmode=verify-full",
                "host=db.example.com port=5433 user=alice dbname=shop",
            ]
        )
        func address(text: String) throws {
            let database = try settings(["database": [text]]).sharedDatabase()
            #expect(database?.description == "postgres://alice@db.example.com:5433/shop")
        }

        @Test(
            "A password in it is refused and not repeated",
            arguments: [
                "postgres://alice:rosebud@db.example.com/shop", "host=a password=rosebud", "password = rosebud",
                "postgres://db.example.com/shop?user=alice&password=rosebud",
            ]
        )
        func password(text: String) throws {
            let settings = try settings(["database": [text]])
            let error = #expect(throws: SettingsError.self) { try settings.sharedDatabase() }
            #expect(error?.reason.contains("PGPASSFILE") == true && error?.reason.contains("rosebud") == false)
        }

        @Test("What is no address, and a second place, are refused")
        func refused() throws {
            let odd = try settings(["database": ["postgres://[half"]])
            #expect(throws: SettingsError.self) { try odd.sharedDatabase() }
            let both = try settings(["database": ["postgres://alice@db/shop"], "data": ["/somewhere"]])
            let error = #expect(throws: SettingsError.self) { try both.sharedDatabase() }
            #expect(error?.reason.contains("contradicts data") == true)
        }

        @Test("The server keeps everything in it, without a folder")
        func configuration() async throws {
            let settings = try settings(["database": ["postgres://alice@db/shop"], "bundleIds": ["com.example.app"]])
            let configuration = try await settings.configuration(logger: Logger(label: "test"))
            #expect(configuration.sharedDatabase?.description == "postgres://alice@db:5432/shop")
        }

        @Test("Whoever works on a database is told which it is: the PostgreSQL, or the file in the folder")
        func place() throws {
            let named = try settings(["database": ["postgres://alice@db/shop"]])
            guard case .shared(let database) = try named.databasePlace() else {
                Issue.record("it is the folder")
                return
            }
            #expect(database.description == "postgres://alice@db:5432/shop")
            guard case .file(let file) = try settings(["data": ["/somewhere"]]).databasePlace() else {
                Issue.record("it is the PostgreSQL")
                return
            }
            #expect(file.path == "/somewhere/purchases.sqlite")
            let neither = try settings([:])
            let error = #expect(throws: SettingsError.self) { try neither.databasePlace() }
            #expect(error?.reason.contains("--database") == true)
        }

        @Test("Whoever looks at a setup hears of the database's clock, and whether it waits for its disk")
        func clock() async throws {
            let settings = try settings(["database": [try await DatabaseCluster.shared().makeDatabase()]])
            let findings = FolderCheck(settings: settings).findings
            try #require(findings.map(\.check) == ["database", "database-clock", "database-disk"])
            #expect(findings[1] == .good("database-clock", "as that of this machine"))
            // Clusters of tests are quick, and nothing is lost with them.
            #expect(findings[2].outcome == .bad)
            #expect(findings[2].seen == "fsync and full_page_writes of the database: off")
            let late = FolderCheck(settings: settings, now: { Date() - 600 }).findings.dropFirst().first
            #expect(late?.check == "database-clock" && late?.outcome == .bad)
            #expect(late?.seen.hasSuffix(" seconds behind the database") == true)
        }

        @Test("Databases that follow it are named by the same rules, and not without it")
        func replicas() throws {
            let addresses = ["postgres://alice@one/shop", "postgres://alice@two/shop"]
            let database = try settings(["database": ["postgres://alice@db/shop"], "readReplicas": addresses])
                .sharedDatabase()
            #expect(
                database?.readReplicas.map(\.description) == [
                    "postgres://alice@one:5432/shop", "postgres://alice@two:5432/shop",
                ]
            )
            let secret = try settings([
                "database": ["postgres://alice@db/shop"], "readReplicas": ["postgres://alice:rosebud@one/shop"],
            ])
            let error = #expect(throws: SettingsError.self) { try secret.sharedDatabase() }
            #expect(error?.reason.contains("--read-replica") == true && error?.reason.contains("rosebud") == false)
            let alone = try settings(["data": ["/somewhere"], "readReplicas": addresses])
            let missing = #expect(throws: SettingsError.self) { try alone.databasePlace() }
            #expect(missing?.reason.contains("--database") == true)
        }
    }
#endif
