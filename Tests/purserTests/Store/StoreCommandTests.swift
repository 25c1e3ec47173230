import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser store", .tags(.slow), .timeLimit(.minutes(15)))
struct StoreCommandTests {
    private let folder: TemporaryFolder
    private var data: URL { folder.url.appendingPathComponent("store") }
    private let posy = "com.example.flowershop.club.posy"
    private let bouquet = "com.example.flowershop.club.bouquet"

    init() throws { folder = try TemporaryFolder() }

    @discardableResult
    private func withStore(
        endedBy signal: Int32 = SIGKILL,
        _ body: (RunningStore) async throws -> Void
    ) async throws -> Command.Outcome.Ending {
        let options = ["--rate", "manual", "--start", "2026-01-01"]
        return try await withRunningStore(data, options, endedBy: signal, body)
    }

    @Test("A script buys, lets renew, refunds, and reads what came of it")
    func story() async throws {
        let ending = try await withStore(endedBy: SIGINT) { store in
            #expect(store.announcement[string: "url"]?.hasPrefix("http://127.0.0.1:") == true)
            #expect(store.announcement[string: "timeRate"] == "manual")
            let root = try #require(store.announcement[string: "jwsRoot"])
            #expect(try String(contentsOfFile: root, encoding: .utf8).hasPrefix("-----BEGIN CERTIFICATE-----"))

            #expect(try await store.tell("account", "flora", "--storefront", "DEU").status == 0)
            let bought = try await store.ask("buy", posy, "--account", "flora")
            let id = try #require(bought[string: "transactionId"])
            #expect(bought[string: "currency"] == "EUR")
            let moved = try await store.ask("advance", "8d")
            #expect(moved[milliseconds: "now"] == RFC3339.date(from: "2026-01-09T00:00:00Z"))
            #expect(moved["timeRate"] == "manual")
            #expect(try await store.tell("clock").output == "2026-01-09T00:00:00.000Z, the clock stands, rate manual\n")
            let renewal = try await store.ask("advance", "renewal")[milliseconds: "now"]
            #expect(renewal == RFC3339.date(from: "2026-02-08T00:00:00Z"))
            let listed = try await store.ask("list")
            #expect(listed[array: "transactions"]?.count == 3)
            let table = try await store.tell("list", "subscriptions")
            #expect(table.lines.count == 2)
            #expect(table.lines.last?.contains("2026-03-08T00:00:00Z  yes     active") == true)
            #expect(try await store.ask("expire", id)[integer: "status"] == 2)
            #expect(try await store.ask("refund", id, "--because-of-app")[integer: "revocationReason"] == 1)
            #expect(try await store.tell("refund", id, "--reverse").status == 0)
            #expect(try await store.tell("reset").status == 0)
            #expect(try await store.tell("list").output == "no transactions\n")
        }
        #expect(ending == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: data.appendingPathComponent("server.json").path))
    }

    @Test("A script keeps the state in a file, puts it back, and makes the log short")
    func snapshots() async throws {
        let file = folder.url.appendingPathComponent("state").path
        try await withStore { store in
            _ = try await store.tell("account", "flora")
            _ = try await store.tell("buy", posy, "--account", "flora")
            #expect(try await store.ask("snapshot", "save", file)[integer: "byteCount"] ?? 0 > 100)
            #expect(try await store.tell("snapshot", "save", file).status == 2, "a file that is there stays")
            #expect(try await store.tell("snapshot", "save", file, "--force").status == 0)
            _ = try await store.tell("advance", "60d")
            let back = try await store.ask("snapshot", "load", file)
            #expect(back[milliseconds: "date"] == RFC3339.date(from: "2026-01-01T00:00:00Z"))
            #expect(back[integer: "subscriptionCount"] == 1)
            #expect(try await store.ask("list")[array: "transactions"]?.count == 1)
            #expect(try await store.ask("wait", "deliveries") == ["waitingCount": 0, "finishedCount": 0])
            let compacted = try await store.ask("compact")
            #expect(compacted[integer: "eventsBefore"] ?? 0 > 0)
            #expect(compacted[integer: "eventsAfter"] == 0)
        }
        // It was killed; what was restored and compacted is there.
        try await withStore { store in
            let listed = try await store.ask("list")
            #expect(listed[array: "transactions"]?.count == 1)
        }
    }

    @Test("A file that is no snapshot is refused, and the store stays as it is")
    func noSnapshot() async throws {
        let file = folder.url.appendingPathComponent("state").path
        try Data("no snapshot".utf8).write(to: URL(fileURLWithPath: file))
        try await withStore { store in
            _ = try await store.tell("account", "flora")
            let damaged = try await store.tell("snapshot", "load", file)
            #expect(damaged.status == 1)
            #expect(damaged.errors.contains("no snapshot of this version's store"))
            #expect(try await store.tell("snapshot", "load", file + ".none").status == 2)
            #expect(try await store.tell("restore").status == 64)
            #expect(try await store.ask("list", "accounts")[array: "accounts"]?.count == 1)
            #expect(try await store.tell("restore", "--account", "flora").output == "no transactions\n")
        }
    }

    @Test("Purchases that wait are approved, declined and resolved")
    func attempts() async throws {
        try await withStore { store in
            _ = try await store.tell("account", "flora")
            let first = try #require(
                try await store.ask("buy", posy, "--account", "flora", "--ask-to-buy")[string: "id"]
            )
            #expect(try await store.ask("approve", first)[string: "productId"] == posy)
            let seeds = "com.example.flowershop.seeds"
            let second = try #require(
                try await store.ask("buy", seeds, "--account", "flora", "--ask-to-buy")[string: "id"]
            )
            #expect(try await store.ask("decline", second)[string: "status"] == "declined")
            _ = try await store.tell("settings", "interruptedPurchasesEnabled=true")
            let third = try #require(try await store.ask("buy", seeds, "--account", "flora")[string: "id"])
            #expect(try await store.ask("resolve", third)[string: "productId"] == seeds)
            _ = try await store.tell("settings", "interruptedPurchasesEnabled=false", "purchaseFailure=cancelled")
            let failed = try await store.tell("buy", seeds, "--account", "flora")
            #expect(failed.status == 1)
            #expect(failed.errors == "purser: the store was told to fail: cancelled\n")
        }
    }

    @Test("A family shares, a link begins a purchase, a refund is asked for, a subscription ends for a reason")
    func sharing() async throws {
        try await withStore { store in
            for account in ["flora", "fern"] { _ = try await store.tell("account", account) }
            #expect(try await store.ask("family", "create", "bloom", "--organizer", "flora")["members"] == ["flora"])
            #expect(
                try await store.ask("family", "join", "bloom", "--account", "fern")["members"] == ["flora", "fern"]
            )
            #expect(try await store.tell("list", "families").lines.last?.contains("flora, fern") == true)
            let bought = try await store.ask("buy", bouquet, "--account", "flora", "--date", "2025-10-20")
            let id = try #require(bought[string: "transactionId"])
            let shared = try await store.ask("list", "subscriptions", "--account", "fern")[array: "subscriptions"]
            #expect(shared?.first?.object?[string: "sharedOriginalTransactionId"] == id)
            #expect(try await store.ask("family", "share", id, "off")["unsharedPurchases"] == .array([.string(id)]))
            #expect(try await store.ask("family", "leave", "bloom", "--account", "fern")["familyId"] == nil)
            #expect(try await store.tell("refund", id, "--ask", "--reason", "LEGAL").status == 0)
            let events = try await store.ask("list", "events")[array: "events"]?.compactMap(\.object) ?? []
            #expect(events.last?[string: "consumptionRequestReason"] == "LEGAL")
            let link =
                "itms-services://?action=purchaseIntent&bundleId=com.example.flowershop&productIdentifier=\(posy)"
            #expect(try await store.tell("intent", link, "--account", "fern").status == 0)
            #expect(try await store.ask("end", id, "--because", "price")[integer: "expirationIntent"] == 3)
            let settings = try await store.ask("settings", #"withdrawnProductIds=["\#(bouquet)"]"#)
            #expect(settings["withdrawnProductIds"] == .array([.string(bouquet)]))
        }
    }

    @Test("Codes are made, listed and redeemed")
    func codes() async throws {
        try await withStore { store in
            _ = try await store.tell("account", "flora")
            let made = try await store.ask("codes", posy, "--offer", "Posy Gift", "--count", "2")[array: "codes"]
            let code = try #require(made?.first?.object?[string: "code"])
            let redeemed = try await store.ask("redeem", code, "--account", "flora")
            #expect(redeemed[string: "offerIdentifier"] == "Posy Gift")
            #expect(try await store.tell("redeem", code, "--account", "flora").status == 1)
            let word = try await store.tell("codes", posy, "--offer", "Posy Gift", "--word", "tulip", "--limit", "5")
            #expect(word.lines.last?.contains("TULIP") == true && word.lines.last?.contains("0 of 5") == true)
            #expect(try await store.tell("list", "codes").lines.count == 4)
        }
    }

    @Test("Billing fails, the grace period begins, and resolving it charges")
    func billing() async throws {
        try await withStore { store in
            _ = try await store.tell("account", "flora", "--billing-problem", "true")
            _ = try await store.tell("settings", "billingGracePeriodEnabled=true")
            let id = try #require(try await store.ask("buy", bouquet, "--account", "flora")[string: "transactionId"])
            _ = try await store.tell("advance", "32d")
            let waiting = try await store.ask("list", "subscriptions")[array: "subscriptions"]?.first?.object
            #expect(waiting?[integer: "status"] == 4)
            #expect(try await store.ask("resolve", id)[integer: "status"] == 1)
        }
    }

    @Test("After SIGKILL everything that was acknowledged is there, and the clock goes on")
    func killed() async throws {
        var ids: [String] = []
        let killed = try await withRunningStore(data, ["--rate", "monthly-5m"], endedBy: SIGKILL) { store in
            #expect(store.announcement[string: "timeRate"] == "monthly-5m")
            _ = try await store.tell("account", "flora")
            for _ in 1...3 {
                let bought = try await store.ask("buy", "com.example.flowershop.seeds", "--account", "flora")
                ids.append(try #require(bought[string: "transactionId"]))
            }
        }
        #expect(killed == .killed(signal: SIGKILL))
        let nobody = try await Tool.run("store", "list", "--data", data.path)
        #expect(nobody.status == 2)
        #expect(nobody.errors.contains("no store answers at http://127.0.0.1:"))
        let ended = try await withRunningStore(data, endedBy: SIGTERM) { store in
            #expect(store.announcement[string: "timeRate"] == "monthly-5m")
            let listed = try await store.ask("list")[array: "transactions"]?.compactMap {
                $0.object?[string: "transactionId"]
            }
            #expect(listed == ids)
        }
        #expect(ended == .exited(0))
    }

    /// Commands that a store with one customer, and nothing bought, refuses.
    private static let refused = [
        ["refund", "1"], ["renew", "1"], ["expire", "1"], ["approve", "1"], ["decline", "1"], ["resolve", "1"],
        ["buy", "none", "--account", "flora"], ["buy", "com.example.flowershop.seeds", "--account", "nobody"],
        ["buy", "com.example.flowershop.seeds", "--account", "flora", "--quantity", "11"],
        ["advance", "2020-01-01T00:00:00Z"], ["settings", "hat=true"], ["settings", "storefront=XYZ"],
        ["account", "a", "--storefront", "XYZ"], ["notify", "--test"], ["advance", "renewal"],
        ["redeem", "NONE", "--account", "flora"], ["codes", "none", "--offer", "x"],
        ["codes", "com.example.flowershop.club.posy", "--offer", "none"], ["end", "1", "--because", "billing"],
        ["family", "create", "bloom", "--organizer", "nobody"], ["family", "join", "bloom", "--account", "flora"],
        ["family", "leave", "bloom", "--account", "flora"], ["family", "share", "1", "on"], ["refund", "1", "--ask"],
        ["extend", "1", "--days", "1"],
        ["intent", "https://example.com", "--account", "flora"],
        ["buy", "com.example.flowershop.club.posy", "--account", "flora", "--date", "2030-01-01"],
    ]

    @Test("A command that cannot be carried out says why in one line, ends with 1, and changes nothing")
    func refusedCommands() async throws {
        try await withStore { store in
            _ = try await store.tell("account", "flora")
            let before = try await store.ask("list", "all")
            for arguments in Self.refused {
                let outcome = try await Tool.run(["store"] + arguments + ["--data", data.path])
                #expect(outcome.status == 1, "\(arguments): \(outcome.output) \(outcome.errors)")
                #expect(outcome.output == "")
                #expect(outcome.errors.hasPrefix("purser: ") && outcome.errors.filter { $0 == "\n" }.count == 1)
            }
            let json = try await store.tell("refund", "1", "--json")
            #expect(json.status == 1)
            let error = try #require(try JSONValue(parsing: json.output).object?[object: "error"])
            #expect(error[string: "code"] == "unknown-transaction")
            #expect(json.errors == "")
            #expect(try await store.ask("list", "all") == before)
        }
    }

    @Test(
        "A line that means nothing is refused before any store is asked",
        arguments: [
            ["advance", "soon", "--url", "http://127.0.0.1:1"], ["settings", "hat", "--url", "http://127.0.0.1:1"],
            ["list", "hats", "--url", "http://127.0.0.1:1"], ["buy", "x", "--account", "y", "--quantity", "many"],
            ["delete", "--url", "http://127.0.0.1:1"], ["list", "--url", "ftp://x"], ["list"],
            ["end", "1", "--because", "boredom"], ["end", "1"], ["refund", "1", "--reason", "LEGAL"],
            ["settings", "withdrawnProductIds=[1", "--url", "http://127.0.0.1:1"],
            ["codes", "x", "--offer", "y", "--word", "A", "--count", "2"],
            ["codes", "x", "--offer", "y", "--limit", "2"],
            ["codes", "x", "--offer", "y", "--expires", "soon"], ["family", "share", "1", "perhaps"], ["intent", "x"],
            ["redeem", "x"], ["buy", "x", "--account", "y", "--offer", "spring"],
            ["buy", "x", "--account", "y", "--cancelled"], ["buy", "x", "--account", "y", "--date", "soon"],
            ["price-increase", "1", "--price", "5,99"], ["buy", "x", "--account", "y", "--app-account-token", "z"],
            ["serve", "--catalogue", "x", "--data", "y", "--rate", "often"],
            ["serve", "--catalogue", "x", "--data", "y", "--start", "soon"],
            ["serve", "--catalogue", "x", "--data", "y", "--notify", "mailto:x"],
            ["serve", "--catalogue", "x", "--data", "y", "--port", "70000"],
            ["serve", "--catalogue", "x", "--data", "y", "--tls", "--tls-port", "70000"],
            ["serve", "--catalogue", "x", "--data", "y", "--allow-host", "http://store.test"],
        ]
    )
    func usage(arguments: [String]) async throws {
        let outcome = try await Tool.run(["store"] + arguments)
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("Error: "))
    }

    @Test("A store that cannot be opened says why in one line, and ends with 2")
    func unusable() async throws {
        let serve = ["store", "serve", "--data", data.path, "--port", "0"]
        let sells = ["--catalogue", RunningStore.catalogue]
        let noFile = try await Tool.run(serve + ["--catalogue", "nowhere.storekit"])
        #expect(noFile.status == 2)
        #expect(noFile.errors.hasPrefix("purser: nowhere.storekit: "))
        let empty = try folder.file("Empty.storekit", content: Data("{}".utf8)).path
        let noCatalogue = try await Tool.run(serve + ["--catalogue", empty, "--json"])
        #expect(noCatalogue.status == 2)
        #expect(noCatalogue.output.contains(#""code":"not-a-configuration""#), "\(noCatalogue.output)")
        let open = try await Tool.run(serve + sells + ["--host", "0.0.0.0"])
        #expect(open.status == 2)
        #expect(open.errors.contains("0.0.0.0 can be reached from other machines"))
        let listener = try LoopbackListener()
        let taken = try await Tool.run(
            ["store", "serve", "--data", folder.url.path, "--port", String(listener.port)] + sells
        )
        #expect(taken.status == 2)
        #expect(
            taken.errors == "purser: port \(listener.port) is taken by another program; choose another, or 0 for any\n"
        )
        try await withRunningStore(data, endedBy: SIGTERM) { _ in
            let inUse = try await Tool.run(serve + sells + ["--bundle-id", "com.example.flowershop"])
            #expect(inUse.status == 2)
            #expect(inUse.errors == "purser: another process uses the store in \(data.path); stop it first\n")
        }
        let log = data.appendingPathComponent("events.jsonl")
        try Data("damaged\n".utf8).write(to: log)
        let damaged = try await Tool.run(serve + sells + ["--json"])
        #expect(damaged.status == 2)
        #expect(damaged.output.contains(#""code":"journal-damaged""#))
        #expect(try Data(contentsOf: log) == Data("damaged\n".utf8))
    }

    @Test("The key of the server API is made once, where a store is, and its file is secret")
    func key() async throws {
        let missing = try await Tool.run("store", "key", "--data", data.path)
        #expect(missing.status == 2)
        #expect(missing.errors.hasPrefix("purser: there is no store in "))
        #expect(!FileManager.default.fileExists(atPath: data.path))
        try await withStore { _ in }
        let first = try await Tool.run("store", "key", "--data", data.path, "--json")
        let second = try await Tool.run("store", "key", "--data", data.path, "--json")
        #expect(first.status == 0)
        #expect(first.output == second.output)
        #expect(!first.output.contains("PRIVATE"))
        let file = try #require(try JSONValue(parsing: first.output).object?[string: "file"])
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("-----BEGIN PRIVATE KEY-----"))
    }
}
