import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import purser

@Suite("purser api", .tags(.slow), .timeLimit(.minutes(15)))
struct APICommandTests {
    private static let posy = "com.example.flowershop.club.posy"
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    /// Runs the command for the store of a folder, and reads each line or object that it prints.
    private func call(_ store: RunningStore, _ arguments: String...) async throws -> (status: Int32, json: JSONObject) {
        let outcome = try await Tool.run(["api"] + arguments + ["--json", "--local", store.folder.path])
        return (outcome.status, try JSONValue(parsing: outcome.output).object ?? [:])
    }

    @Test("A running store is asked by its folder alone; what is signed is verified and shown decoded")
    func story() async throws {
        try await withRunningStore(folder.url.appendingPathComponent("store"), ["--rate", "manual"]) { store in
            _ = try await store.tell("account", "flora")
            let id = try #require(
                try await store.ask("buy", Self.posy, "--account", "flora")[string: "transactionId"]
            )
            let (status, json) = try await call(store, "transaction-info", id)
            #expect(status == 0)
            let transaction = json[object: "signedTransactionInfo"]
            #expect(transaction?[string: "transactionId"] == id)
            #expect(transaction?[string: "productId"] == Self.posy)

            let forPeople = try await Tool.run("api", "subscription-statuses", id, "--local", store.folder.path)
            #expect(forPeople.status == 0)
            #expect(forPeople.output.contains(id))
            #expect(!forPeople.output.contains("eyJ"), "\(forPeople.output)")

            let token = #"{"appAccountToken":"7f2c1b0e-0000-4000-8000-000000000001"}"#
            #expect(try await call(store, "set-app-account-token", id, "--body", token).json == ["done": true])
            let file = path("token.json")
            try Data(token.replacingOccurrences(of: "001\"", with: "002\"").utf8).write(to: URL(fileURLWithPath: file))
            #expect(try await call(store, "set-app-account-token", id, "--body", file).status == 0)
            let changed = try await call(store, "transaction-info", id).json[object: "signedTransactionInfo"]
            #expect(changed?[string: "appAccountToken"] == "7f2c1b0e-0000-4000-8000-000000000002")

            try await refusals(store, id)
            try await pages(store, id)
            try await tables(store, id)
            try await withAKey(store, id)
        }
    }

    /// What the App Store refuses is exit code 1 and its own code; what cannot be asked is 2.
    private func refusals(_ store: RunningStore, _ id: String) async throws {
        let refused = try await call(store, "extend-renewal-date", id, "--body", #"{"extendByDays":91}"#)
        #expect(refused.status == 1)
        let error = refused.json[object: "error"]
        #expect(error?["code"] == "refused")
        #expect(error?["errorCode"] == 4_000_009)
        #expect(error?["httpStatus"] == 400)
        #expect(error?["isRetryable"] == false)
        _ = try await store.tell("fault", "set", "rateLimited", "--call", "transaction-info", "--seconds", "3600")
        let limited = try await call(store, "transaction-info", id)
        #expect(limited.status == 2)
        let retryAt = try #require(limited.json[object: "error"]?[milliseconds: "retryDate"])
        #expect(retryAt > Date(timeIntervalSinceNow: 1_800) && retryAt < Date(timeIntervalSinceNow: 5_400))
        let told = try await Tool.run("api", "transaction-info", id, "--local", store.folder.path)
        #expect(told.errors.contains("ask again at 20"), "\(told.errors)")
        _ = try await store.tell("fault", "clear", "--all")
        let seat = try await Tool.run(
            "api",
            "claim-seat",
            id,
            "--body",
            "{}",
            "--local",
            store.folder.path
        )
        #expect(seat.status == 1)
        #expect(seat.errors.contains("does not emulate"), "\(seat.errors)")
        #expect(!seat.errors.contains("newer than this client"), "\(seat.errors)")
    }

    /// What no answer can be as a table of its own is a row for each purchase, or with --verbose all of it.
    private func tables(_ store: RunningStore, _ id: String) async throws {
        let table = try await Tool.run("api", "transaction-history", id, "--local", store.folder.path)
        #expect(table.status == 0)
        #expect(table.lines.first?.contains("transaction") == true)
        #expect(table.lines.filter { $0.contains(Self.posy) }.count == 20)
        #expect(table.output.contains("hasMore"))
        let verbose = try await Tool.run("api", "transaction-history", id, "--verbose", "--local", store.folder.path)
        #expect(verbose.lines.count > 100)
        #expect(verbose.output.contains("appTransactionId"))
    }

    /// With --all each page is an object on a line of its own; --query filters.
    private func pages(_ store: RunningStore, _ id: String) async throws {
        // 30 months, twenty transactions a page.
        _ = try await store.tell("advance", "900d")
        let all = ["api", "transaction-history", id, "--local", store.folder.path, "--all", "--json"]
        let outcome = try await Tool.run(all)
        #expect(outcome.status == 0)
        let pages = try outcome.lines.compactMap { try JSONValue(parsing: $0).object }
        #expect(pages.count == 2)
        let numbers = pages.flatMap { $0[array: "signedTransactions"] ?? [] }
            .compactMap { $0.object?[string: "transactionId"] }
        #expect(numbers.first == id)
        #expect(numbers.count > 20)
        #expect(Set(numbers).count == numbers.count)
        #expect(pages.map { $0["hasMore"] } == [true, false])
        let filtered = try await Tool.run(all + ["--query", "productType=CONSUMABLE"])
        #expect(filtered.lines.count == 1)
        #expect(try JSONValue(parsing: filtered.output).object?[array: "signedTransactions"] == [])
    }

    /// The key of a file, its identifiers from variables, another root, and the address by hand.
    private func withAKey(_ store: RunningStore, _ id: String) async throws {
        let key = try #require(try await store.ask("key")[string: "file"])
        let url = try #require(store.announcement[string: "url"])
        let root = try #require(store.announcement[string: "jwsRoot"])
        let variables = [
            "PURSER_API_KEY": key, "PURSER_API_KEY_ID": store.announcement[string: "keyId"] ?? "",
            "PURSER_API_ISSUER_ID": store.announcement[string: "issuerId"] ?? "",
            "PURSER_API_BUNDLE_ID": "com.example.flowershop",
        ]
        // A store that is no folder of ours may be at any time.
        let trusted = [
            "api", "transaction-info", id, "--json", "--url", url, "--sandbox", "--at", "2029-12-31T00:00:00Z",
        ]
        let found = try await Tool.run(trusted + ["--root", root], environment: variables)
        #expect(found.status == 0, "\(found.output)\(found.errors)")
        let stranger = try await Tool.run(trusted, environment: variables)
        #expect(stranger.status == 1)
        #expect(stranger.output.contains("not-verified"), "\(stranger.output)")
    }

    @Test(
        "A line that means nothing is refused, and nobody is asked",
        arguments: [
            (["nothing"], "there is no call nothing"), (["transaction-info", "1"], "PURSER_API_KEY"),
            (["transaction-info", "1", "--key", "/nowhere", "--key-id", "K"], "cannot be read"),
            (["transaction-info", "1", "--production", "--sandbox"], "exclude each other"),
            (["test-notification", "--all"], "has no pages"),
            (["transaction-info"], "Usage: purser api [<options>] <call>"),
            (["transaction-info"], "purser api transaction-info <transactionId>"),
            (["transaction-info", "1", "2"], "takes transactionId"), (["test-notification", "x"], "no argument"),
            (["transaction-history", "1", "--query", "sort"], "name=value"),
            (["mass-extend-renewal-date", "--body", "/nowhere/body.json"], "--body"),
        ]
    )
    func usage(arguments: [String], words: String) async throws {
        let outcome = try await Tool.run(["api"] + arguments)
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test("A folder of a store that does not run is said to be one", arguments: [true, false])
    func noStore(isJSON: Bool) async throws {
        let outcome = try await Tool.run(
            ["api", "transaction-info", "1", "--local", path("nothing")] + (isJSON ? ["--json"] : [])
        )
        #expect(outcome.status == 2)
        guard isJSON else { return #expect(!outcome.errors.isEmpty) }
        #expect(try JSONValue(parsing: outcome.output).object?[object: "error"]?[string: "code"]?.isEmpty == false)
    }

    @Test(
        "Who watches a terminal hears of each page, but not in the middle of objects on the same one",
        arguments: [
            (false, true, true, true), (false, false, true, true), (true, false, true, true), (true, true, true, false),
            (false, true, false, false), (true, false, false, false),
        ]
    )
    func progress(json: Bool, outputIsTerminal: Bool, errorsAreTerminal: Bool, isTold: Bool) {
        #expect(
            APICommand.tellsProgress(
                json: json,
                outputIsTerminal: outputIsTerminal,
                errorsAreTerminal: errorsAreTerminal
            ) == isTold
        )
    }
}
