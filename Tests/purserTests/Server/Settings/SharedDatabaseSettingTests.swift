import Foundation
import Logging
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

    @Test("Commands that work on a file say what to use instead")
    func noFile() throws {
        let settings = try settings(["database": ["postgres://alice@db/shop"]])
        let error = #expect(throws: SettingsError.self) { try settings.databaseFile() }
        #expect(error?.reason.contains("pg_dump") == true)
    }
}
