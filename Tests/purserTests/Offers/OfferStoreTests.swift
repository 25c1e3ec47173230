import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import purser

@Suite("Offers signed for a store and shown to it", .tags(.slow), .timeLimit(.minutes(15)))
struct OfferStoreTests {
    private static let posy = "com.example.flowershop.club.posy"
    private static let offer = ["--product", posy, "--offer", "posy-spring"]

    private func sign(_ store: RunningStore, _ arguments: [String]) async throws -> JSONObject {
        let outcome = try await Tool.run(["offer", "sign"] + arguments + ["--json", "--local", store.folder.path])
        #expect(outcome.status == 0, "\(outcome.errors)\(outcome.output)")
        return try #require(try JSONValue(parsing: outcome.output).object)
    }

    private func buy(_ store: RunningStore, _ arguments: [String]) async throws -> JSONObject {
        let bought = try await store.ask(["buy", Self.posy, "--account", "flora"] + arguments)
        #expect(bought["transactionId"] != nil, "\(JSONValue.object(bought).serialized())")
        return bought
    }

    @Test("A store whose clock stands takes what is signed with its own key, in all forms, once")
    func allForms() async throws {
        let folder = try TemporaryFolder()
        try await withRunningStore(
            folder.url.appendingPathComponent("store"),
            ["--rate", "manual", "--start", "2026-01-01"]
        ) { store in
            _ = try await store.tell("account", "flora")
            let seeds = try await store.ask("buy", "com.example.flowershop.seeds", "--account", "flora")
            let id = try #require(seeds[string: "transactionId"])

            let refusal = try await sign(store, ["intro", "--product", Self.posy, "--transaction", id, "--refuse"])
            let first = try await buy(store, ["--jws", try #require(refusal[string: "jws"])])
            #expect(first[integer: "price"] == 4_990)
            #expect(first["offerType"] == nil)
            let subscription = try #require(first[string: "transactionId"])
            _ = try await store.tell("expire", subscription)

            let second = try await sign(store, ["v2", "--transaction", id] + Self.offer)
            let shown = ["--offer", "promotional:posy-spring", "--jws", try #require(second[string: "jws"])]
            #expect(try await buy(store, shown)[string: "offerIdentifier"] == "posy-spring")
            _ = try await store.tell("expire", subscription)
            let again = try await store.tell(
                "buy",
                Self.posy,
                "--account",
                "flora",
                shown[0],
                shown[1],
                shown[2],
                shown[3]
            )
            #expect(again.status == 1)
            #expect(again.errors.contains("was used; sign once per purchase"), "\(again.errors)")

            let old = try await sign(store, ["v1", "--username", "Flora"] + Self.offer)
            let parts = [
                "--offer", "promotional:posy-spring", "--username", "Flora",
                "--key-id", try #require(old[string: "keyIdentifier"]), "--nonce", try #require(old[string: "nonce"]),
                "--timestamp", String(try #require(old[integer: "timestamp"])),
                "--signature", try #require(old[string: "signature"]),
            ]
            let bought = try await buy(store, parts)
            #expect(bought[string: "offerIdentifier"] == "posy-spring")
            #expect(bought[milliseconds: "purchaseDate"] == RFC3339.date(from: "2026-01-01T00:00:00Z"))
        }
    }

    @Test(
        "Parts of a signature that do not belong together are refused, and nobody is asked",
        arguments: [
            (["--nonce", "5a5a0000-0000-4000-8000-000000000001"], "go with --offer"),
            (["--offer", "winBack:a", "--jws", "a.b.c"], "only a promotional offer is signed"),
            (["--offer", "promotional:a", "--jws", "a.b.c", "--key-id", "K"], "either --jws or the parts"),
            (["--offer", "promotional:a", "--key-id", "K"], "together"),
            (
                [
                    "--offer", "promotional:a", "--key-id", "K", "--nonce", "x", "--timestamp", "1", "--signature",
                    "AA==",
                ],
                "x is no UUID"
            ),
        ]
    )
    func usage(arguments: [String], words: String) async throws {
        let outcome = try await Tool.run(
            ["store", "buy", Self.posy, "--account", "flora", "--url", "http://127.0.0.1:1"] + arguments
        )
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
}
