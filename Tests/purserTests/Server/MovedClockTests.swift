import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import purser

@Suite("A server beside a local store whose clock is moved", .tags(.slow), .timeLimit(.minutes(15)))
struct MovedClockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Asks a server on this machine once.
    private func ask(_ port: Int, _ method: String, _ path: String, _ body: String = "") throws -> JSONObject {
        let socket = try RawSocket(port: port)
        socket.send(
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
        )
        let answer = socket.read()
        let end = try #require(answer.range(of: "\r\n\r\n"), "\(answer)")
        return try #require(try JSONValue(parsing: Data(answer[end.upperBound...].utf8)).object)
    }

    private func entitlement(_ port: Int) throws -> JSONObject {
        let customer = try ask(port, "GET", "/v1/customers/flora")
        return try #require(customer[array: "entitlements"]?.first?.object, "\(customer)")
    }

    /// What a server beside a store is told, and all that works for it.
    private func settings(_ store: RunningStore) async throws -> [String] {
        let said = store.announcement
        return [
            "--without-keys", "--bundle-id", "com.example.flowershop", "--data", folder.file("served").path,
            "--store-url", try #require(said[string: "url"]),
            "--server-api-key-file", try #require(try await store.ask("key")[string: "file"]),
            "--server-api-key-id", try #require(said[string: "keyId"]),
            "--server-api-issuer-id", try #require(said[string: "issuerId"]),
        ]
    }

    /// Runs a server beside a store that sells and stands, after the purchase of a subscription with a week for nothing.
    private func withServer(
        _ options: [String],
        _ body: (RunningStore, _ port: Int) async throws -> Void
    ) async throws -> Command.Outcome {
        var outcome: Command.Outcome?
        try await withRunningStore(folder.file("store"), ["--rate", "manual"]) { store in
            let serve = ["server", "serve", "--port", "0"] + (try await settings(store)) + options
            outcome = try await Tool.command(serve).run(endedBy: SIGTERM) { lines in
                let line = try #require(await lines.first { $0.contains("listens") })
                let port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
                _ = try await store.tell("notify", "http://127.0.0.1:\(port)/apple/notifications")
                _ = try await store.tell("account", "flora")
                _ = try await store.tell("buy", "com.example.flowershop.club.posy", "--account", "flora")
                let receipt = try await store.tell("receipt", "--account", "flora").output
                let upload = #"{"receiptData":"\#(receipt.filter { !$0.isWhitespace })"}"#
                _ = try ask(port, "POST", "/v1/customers/flora/receipts", upload)
                #expect(try entitlement(port)[string: "reason"] == "freeTrial")
                try await body(store, port)
            }
        }
        return try #require(outcome)
    }

    @Test("What happens after the clock was moved is taken, and counts at once")
    func follows() async throws {
        let outcome = try await withServer([]) { store, port in
            _ = try await store.tell("advance", "40d")
            _ = try await store.tell("notify", "--deliver")
            let renewed = try entitlement(port)
            #expect(renewed[string: "state"] == "active")
            #expect(renewed[string: "reason"] == "paidPeriod")
            let latest = try #require(renewed[string: "transactionId"])
            _ = try await store.tell("refund", latest)
            _ = try await store.tell("notify", "--deliver")
            #expect(try entitlement(port)[string: "state"] == "revoked")
            #expect(try await store.ask("list", "notifications")[array: "waiting"] == [])
        }
        #expect(outcome.ending == .exited(0))
        #expect(outcome.text.contains("it goes by the clock of the store"))
        #expect(!outcome.errors.contains("signed in the future"))
    }

    @Test("Nothing has to be told: what is over by the store's clock is over")
    func expires() async throws {
        _ = try await withServer([]) { store, port in
            let bought = try #require(try entitlement(port)[string: "originalTransactionId"])
            _ = try await store.tell("auto-renew", bought, "off")
            _ = try await store.tell("notify", "--deliver")
            #expect(try entitlement(port)[boolean: "isEntitled"] == true)
            _ = try await store.tell("notify", "--off")
            _ = try await store.tell("advance", "9d")
            #expect(try entitlement(port)[boolean: "isEntitled"] == false)
        }
    }

    @Test("The store is asked about what nobody told, with tokens that it takes")
    func asks() async throws {
        _ = try await withServer([]) { store, port in
            _ = try await store.tell("notify", "--off")
            _ = try await store.tell("advance", "40d")
            let mended = try await Tool.run(["server", "reconcile", "--mend"] + (try await settings(store)))
            #expect(mended.status == 0, "\(mended.output)\(mended.errors)")
            #expect(try entitlement(port)[string: "reason"] == "paidPeriod")
        }
    }

    @Test("By the clock of the machine what the store signs after it was moved comes from the future")
    func machine() async throws {
        let outcome = try await withServer(["--clock", "machine"]) { store, port in
            _ = try await store.tell("advance", "40d")
            _ = try await store.tell("notify", "--deliver")
            #expect(try entitlement(port)[string: "reason"] == "freeTrial")
            let doctor = try await Tool.run(
                ["server", "doctor", "--json", "--clock", "machine"] + (try await settings(store))
            )
            let checks = try JSONValue(parsing: doctor.output).object?[array: "checks"]?.compactMap(\.object) ?? []
            let clock = try #require(checks.first { $0[string: "check"] == "clock" })
            #expect(clock[string: "outcome"] == "bad")
            #expect(clock[string: "advice"]?.hasPrefix("go by the store's: --clock store") == true, "\(clock)")
        }
        #expect(outcome.errors.contains("signed in the future"))
        #expect(!outcome.text.contains("it goes by the clock of the store"))
    }
}
