import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("What purser store does not let through", .timeLimit(.minutes(15)))
struct StoreRefusalTests {
    private let folder: TemporaryFolder
    private var data: URL { folder.url.appendingPathComponent("store") }
    private let seeds = "com.example.flowershop.seeds"

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "A line with a value that cannot be is refused before any store is asked, in terms of its option",
        arguments: [
            (["account", "", "--url", "http://127.0.0.1:1"], "no name"),
            (
                ["buy", "x", "--account", "y", "--date", "0001-01-01T00:00:00Z"],
                "--date: 0001-01-01T00:00:00Z is before"
            ),
            (["buy", "x", "--account", "y", "--date", "1969-12-31"], "--date: 1969-12-31T00:00:00Z is before 1970"),
            (["codes", "x", "--offer", "y", "--expires", "1969-12-31"], "--expires: 1969-12-31T00:00:00Z is before"),
            (["serve", "--catalogue", "x", "--data", "y", "--bundle-id", "a b"], "--bundle-id: \"a b\""),
            (["serve", "--catalogue", "x", "--data", "y", "--bundle-id", "com/example"], "--bundle-id"),
            (["serve", "--catalogue", "x", "--data", "y", "--bundle-id", "com.exämple"], "--bundle-id"),
            (["serve", "--catalogue", "x", "--data", "y", "--bundle-id", ""], "--bundle-id"),
        ]
    )
    func usage(arguments: [String], reason: String) async throws {
        let outcome = try await Tool.run(["store"] + arguments)
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("Error: "))
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    }

    @Test("An empty identifier deletes nothing, instead of everything")
    func emptyNames() async throws {
        try await withRunningStore(data, ["--rate", "manual"]) { store in
            _ = try await store.tell("account", "flora")
            _ = try await store.tell("buy", seeds, "--account", "flora")
            _ = try await store.tell("fault", "set", "offline")
            for arguments in [["delete", ""], ["delete", "--account", ""], ["fault", "clear", ""], ["finish", ""]] {
                let outcome = try await Tool.run(["store"] + arguments + ["--data", data.path])
                #expect(outcome.status == 2, "\(arguments)")
                #expect(outcome.errors.contains("leaves a name or identifier empty"))
            }
            #expect(try await store.ask("list")[array: "transactions"]?.count == 1)
            #expect(try await store.ask("fault", "list")[array: "faults"]?.count == 1)
        }
    }

    @Test("What goes wrong is one line, and nothing in it commands the terminal")
    func controlCharacters() async throws {
        try await withRunningStore(data, ["--rate", "manual"]) { store in
            _ = try await store.tell("account", "flora")
            let refused = try await store.tell("buy", "co\u{1B}[31min\nX\u{9B}", "--account", "flora")
            #expect(refused.status == 1)
            #expect(refused.errors.contains(#"co\u{1B}[31min\u{A}X\u{9B}"#))
            #expect(refused.errors.hasSuffix("\n"))
            #expect(refused.errors.unicodeScalars.count { $0.properties.generalCategory == .control } == 1)
        }
        let noFile = try await Tool.run("storekit", "show", "no\u{1B}]0;file\n")
        #expect(noFile.status == 2)
        #expect(noFile.errors == "purser: there is no file no\\u{1B}]0;file\\u{A}\n")
    }

    @Test("A rate that is set later brings the same limit of renewals as one that the store is opened with")
    func rateAndLimit() async throws {
        try await withRunningStore(data, ["--rate", "manual"]) { store in
            let steps: [([String], Int64?)] = [
                ([], nil), (["timeRate=monthly-5m"], 12), (["renewalLimit=0"], nil),
                (["timeRate=every-1m", "renewalLimit=3"], 3), (["timeRate=realtime"], nil),
            ]
            for (change, limit) in steps {
                let settings = try await store.ask(["settings"] + change)
                #expect(settings[integer: "renewalLimit"] == limit, "\(change)")
            }
        }
        let starts: [([String], Int64?)] = [
            (["--rate", "monthly-5m"], 12), (["--rate", "monthly-5m", "--renewal-limit", "0"], nil),
            (["--renewal-limit", "4"], 4),
        ]
        for (arguments, limit) in starts {
            try await withRunningStore(data, arguments) { store in
                let settings = try await store.ask(["settings"])
                #expect(settings[integer: "renewalLimit"] == limit, "\(arguments)")
                #expect(settings[string: "timeRate"] == "monthly-5m")
            }
        }
    }
}
