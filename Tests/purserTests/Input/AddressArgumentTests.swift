import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("Addresses that the tool is given")
struct AddressArgumentTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let options: [(arguments: [String], name: String)] = [
        (["store", "list", "--url"], "--url"),
        (["store", "serve", "--catalogue", "x", "--data", "y", "--notify"], "--notify"),
        (["serve", "--data", "unused", "--bundle-id", "com.example.app", "--port", "0", "--store-url"], "--store-url"),
        (
            ["serve", "--data", "unused", "--bundle-id", "com.example.app", "--port", "0", "--notification-url"],
            "--notification-url"
        ),
    ]

    @Test(
        "One that nothing can be sent to is refused in one line that repeats no secret",
        arguments: options,
        [
            ("http://127.0.0.1:99999/?key=hush", "its port is 99999; ports go from 1 to 65535"),
            ("http://user:hush@127.0.0.1/", "it holds a user name or password"),
            ("ftp://127.0.0.1/hush", "it begins with neither http:// nor https://"),
        ]
    )
    func refused(option: (arguments: [String], name: String), address: (text: String, reason: String)) async throws {
        let outcome = try await Tool.run(option.arguments + [address.text])
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains("\(option.name) is no http or https address: \(address.reason)"))
        #expect(!outcome.errors.contains("hush"))
    }

    @Test("So is that of the variable PURSER_STORE_URL")
    func variable() async throws {
        let environment = ["PURSER_STORE_URL": "http://127.0.0.1:99999/"]
        let outcome = try await Tool.run(["store", "list"], environment: environment)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("PURSER_STORE_URL is no http or https address: its port is 99999"))
    }

    @Test("That of a folder's server.json is damage")
    func folderAddress() async throws {
        let address: JSONValue = ["url": "http://127.0.0.1:99999"]
        try address.jsonData.write(to: folder.url.appendingPathComponent("server.json"))
        let outcome = try await Tool.run("store", "list", "--data", folder.url.path)
        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("its port is 99999"))
    }

    @Test("A store whose folder holds a bad notification address starts, says so, and sells")
    func storedDestination() async throws {
        let data = folder.url.appendingPathComponent("store")
        try await withRunningStore(data, ["--rate", "manual"]) { store in _ = try await store.tell("account", "flora") }
        let log = data.appendingPathComponent("notifications.jsonl")
        let line = Data(#"{"destination":"http://127.0.0.1:99999/","lastEvent":1}"#.utf8) + Data([0x0A])
        try (Data(contentsOf: log) + line).write(to: log)
        try await withRunningStore(data, ["--rate", "manual"]) { store in
            _ = try await store.ask("buy", "com.example.flowershop.seeds", "--account", "flora")
            #expect(try await store.ask("list", "transactions")[array: "transactions"]?.count == 1)
        }
    }
}
