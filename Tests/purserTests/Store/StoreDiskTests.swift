import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser store on a full disk and in a damaged folder")
struct StoreDiskTests {
    private let folder: TemporaryFolder
    private var data: URL { folder.url.appendingPathComponent("store") }
    private var log: URL { data.appendingPathComponent("events.jsonl") }
    private let bouquet = "com.example.flowershop.club.bouquet"

    init() throws { folder = try TemporaryFolder() }

    private var serve: [String] {
        [
            "store", "serve", "--json", "--catalogue", RunningStore.catalogue, "--data", data.path, "--port", "0",
            "--bundle-id", "com.example.flowershop", "--rate", "manual", "--start", "2026-01-01T00:00:00Z",
        ]
    }

    private func health(_ store: RunningStore) async throws -> (status: Int, body: JSONObject) {
        let address = try #require(store.announcement[string: "url"].flatMap(URL.init(string:)))
        let question = HTTPTransportRequest(url: address.appendingPathComponent("health"), method: "GET", timeout: 600)
        let answer = try await FutureTransport().send(question)
        return (answer.status, try JSONValue(parsing: answer.body).object ?? [:])
    }

    @Test("Where no file may grow beyond 24 KB, what does not fit is refused and did not happen; the rest goes on")
    func limit() async throws {
        // The shell ignores the signal for the store, so that a write beyond the limit fails as on a full disk.
        let script = #"trap "" XFSZ; ulimit -f 24; exec "$0" "$@""#
        let limited = Command(URL(fileURLWithPath: "/bin/bash"), ["-c", script, Tool.executable.path] + serve)
        _ = try await limited.run(endedBy: SIGKILL) { lines in
            let line = try #require(await lines.first(where: { _ in true }))
            let store = RunningStore(folder: data, announcement: try JSONValue(parsing: line).object ?? [:])
            #expect(try await store.tell("account", "flora").status == 0)
            #expect(try await store.tell("buy", bouquet, "--account", "flora").status == 0)
            #expect(try await health(store).status == 200)
            // Thirty renewals are one line, and longer than what is left.
            let refused = try await store.tell("advance", "980d")
            #expect(refused.status == 2)
            #expect(refused.errors.contains("File too large"), "\(refused)")
            let ill = try await health(store)
            #expect(ill.status == 503)
            #expect(ill.body[string: "status"] == "cannot-write")
            #expect(ill.body[object: "error"]?[string: "code"] == "journal-failed")
            #expect(try await store.ask("list")[array: "transactions"]?.count == 1)
            #expect(try await store.tell("advance", "40d").status == 0)
            #expect(try await health(store).status == 200)
        }
        try await withRunningStore(data, ["--rate", "manual"]) { store async throws in
            #expect(try await store.ask("list")[array: "transactions"]?.count == 2)
            #expect(try await store.tell("advance", "980d").status == 0)
        }
    }

    @Test("repair says what is lost, changes nothing unless told to, keeps a copy, and the store runs again")
    func repair() async throws {
        let before = try await Tool.run("store", "repair", "--data", data.path)
        #expect(before.status == 2)
        #expect(before.errors.hasPrefix("purser: there is no store in "))
        try await withRunningStore(data, ["--rate", "manual"]) { store async throws in
            for name in ["flora", "fern", "rose"] { #expect(try await store.tell("account", name).status == 0) }
            #expect(try await store.tell("repair").status == 2, "it runs")
        }
        let whole = try Data(contentsOf: log)
        var bad = whole
        bad[bad.count - 30] ^= 1
        try bad.write(to: log)
        try Data("{".utf8).write(to: data.appendingPathComponent("clock.json"))
        let refused = try await Tool.run(serve)
        #expect(refused.status == 2)

        let told = try await Tool.run("store", "repair", "--data", data.path, "--json")
        #expect(told.status == 1)
        let damage = try #require(try JSONValue(parsing: told.output).object?[array: "damage"]?.compactMap(\.object))
        #expect(damage.map { $0[string: "file"] } == ["events.jsonl", "clock.json"])
        #expect(damage.map { $0[string: "remedy"] } == ["cut", "setAside"])
        #expect(damage.first?[integer: "lostLineCount"] == 1)
        #expect(try Data(contentsOf: log) == bad)
        let dry = try await Tool.run("store", "repair", "--data", data.path, "--dry-run")
        #expect(dry.status == 1)
        #expect(dry.output.contains("events.jsonl: line "))
        #expect(dry.output.contains("nothing was changed"))

        let mended = try await Tool.run("store", "repair", "--data", data.path, "--yes")
        #expect(mended.status == 0)
        #expect(mended.output.contains("events.jsonl.damaged-1"))
        #expect(try Data(contentsOf: data.appendingPathComponent("events.jsonl.damaged-1")) == bad)
        #expect(try Data(contentsOf: data.appendingPathComponent("clock.json.damaged-1")) == Data("{".utf8))
        #expect(whole.starts(with: try Data(contentsOf: log)))
        let again = try await Tool.run("store", "repair", "--data", data.path)
        #expect(again.status == 0)
        #expect(again.output == "nothing is damaged in \(data.path)\n")
        try await withRunningStore(data, ["--rate", "manual"]) { store async throws in
            #expect(try await store.ask("list", "accounts")[array: "accounts"]?.count == 2)
        }
    }

    @Test(
        "repair says how many notifications go with the events that are cut off, and those that come later are told of"
    )
    func repairOfNotifications() async throws {
        let options = ["--rate", "manual", "--notify", "http://127.0.0.1:9/hook"]
        try await withRunningStore(data, options) { store async throws in
            #expect(try await store.tell("account", "flora").status == 0)
            #expect(try await store.tell("buy", bouquet, "--account", "flora").status == 0)
            #expect(try await notificationCount(store) == 1)
        }
        var bad = try Data(contentsOf: log)
        bad[bad.count - 30] ^= 1
        try bad.write(to: log)
        let told = try await Tool.run("store", "repair", "--data", data.path)
        #expect(told.status == 1)
        let line = "notifications.jsonl: notifications of events that would be lost, which would be lost with them: 1"
        #expect(told.lines.contains(line), "\(told.output)")
        let mended = try await Tool.run("store", "repair", "--data", data.path, "--yes", "--json")
        #expect(mended.status == 0, "\(mended.output)")
        let files = try JSONValue(parsing: mended.output).object?[array: "mended"]?.compactMap(\.object)
        #expect(files?.map { $0[string: "file"] } == ["events.jsonl", "notifications.jsonl"])
        #expect(files?.map { $0[string: "kept"] } == ["events.jsonl.damaged-1", "notifications.jsonl.damaged-1"])
        try await withRunningStore(data, ["--rate", "manual"]) { store async throws in
            #expect(try await notificationCount(store) == 0)
            #expect(try await store.tell("buy", bouquet, "--account", "flora").status == 0)
            #expect(try await notificationCount(store) == 1)
        }
    }

    /// How many notifications the store knows of, once it has tried to send them; nobody listens.
    private func notificationCount(_ store: RunningStore) async throws -> Int {
        _ = try await store.tell("notify", "--deliver")
        let listed = try await store.ask("list", "notifications")
        return (listed[array: "waiting"] ?? []).count + (listed[array: "finished"] ?? []).count
    }
}
