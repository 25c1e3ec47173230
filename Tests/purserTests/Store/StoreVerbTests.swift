import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite(
    "purser store sign, stop, wait, reset --all, and faults of Apple's servers",
    .tags(.slow),
    .timeLimit(.minutes(15))
)
struct StoreVerbTests {
    private let folder: TemporaryFolder
    private var data: URL { folder.url.appendingPathComponent("store") }
    private let options = ["--rate", "manual", "--start", "2026-01-01", "--seed", "7"]
    private let posy = "com.example.flowershop.club.posy"

    init() throws { folder = try TemporaryFolder() }

    @Test("What somebody made up is signed, from a file and from standard input, and what the store has is printed")
    func signing() async throws {
        try await withRunningStore(data, options) { store in
            let root = try #require(store.announcement[string: "jwsRoot"])
            let file = folder.url.appendingPathComponent("payload.json")
            try Data(#"{"transactionId":"7","productId":"p","type":"Consumable","purchaseDate":1}"#.utf8).write(
                to: file
            )
            let signed = try await store.tell("sign", file.path, "--as", "transaction")
            #expect(signed.status == 0, "\(signed.errors)")
            let jws = folder.url.appendingPathComponent("jws")
            try Data(signed.output.utf8).write(to: jws)
            let verified = try await Tool.run("jws", "verify", jws.path, "--root", root, "--json", "--at", "2026-01-01")
            #expect(verified.status == 0, "\(verified.output)")
            let payload = try JSONValue(parsing: verified.output).object?[object: "payload"]
            #expect(payload?[string: "bundleId"] == "com.example.flowershop")

            _ = try await store.tell("account", "flora")
            let bought = try await store.ask("buy", posy, "--account", "flora")
            let id = try #require(bought[string: "transactionId"])
            let renewal = try await store.ask("renewal-info", id)[object: "payload"]
            #expect(renewal?[string: "originalTransactionId"] == id)
            let app = try await store.ask("app-transaction", "--account", "flora")[object: "payload"]
            #expect(app?[string: "bundleId"] == "com.example.flowershop")
            #expect(try await store.tell("renewal-info", "1").status == 1)
            #expect(try await store.tell("app-transaction", "--account", "flora", "--device", "x").status == 64)
            #expect(try await store.tell("sign", folder.url.appendingPathComponent("none").path).status == 2)
        }
    }

    @Test("Notifications are named in any case; what is neither an address nor a type is said to be that")
    func notify() async throws {
        try await withRunningStore(data, options) { store in
            let caused = try await store.ask("notify", "refund", "--account", "flora")
            let types = (caused[array: "notifications"] ?? []).compactMap { $0.object?[string: "notificationType"] }
            #expect(types.contains("REFUND"), "\(JSONValue.object(caused).serialized())")
            let nothing = try await store.tell("notify", "gardening/")
            #expect(nothing.status != 0)
            let path = try await store.tell("notify", "/hook")
            #expect(path.status == 64)
            #expect(path.errors.contains("neither an address"), "\(path.errors)")
        }
    }

    @Test("A guardian's consent is taken back and given again; refunds and extensions are listed")
    func consentAndLists() async throws {
        try await withRunningStore(data, options) { store in
            _ = try await store.tell("account", "flora")
            #expect(try await store.ask("account", "flora")["consentRescindedDate"] == nil)
            let taken = try await store.ask("account", "flora", "--consent", "false")
            #expect(taken["consentRescindedDate"] != nil)
            let events = try await store.ask("list", "events")[array: "events"] ?? []
            #expect(events.contains { $0.object?[string: "notificationType"] == "RESCIND_CONSENT" })
            #expect(try await store.ask("account", "flora", "--consent", "false") == taken)
            #expect(try await store.ask("account", "flora", "--consent", "true")["consentRescindedDate"] == nil)

            #expect(try await store.tell("list", "refunds").output.contains("nobody asked"))
            #expect(try await store.tell("list", "extensions").output.contains("no product was extended"))
            let id = try #require(try await store.ask("buy", posy, "--account", "flora")[string: "transactionId"])
            _ = try await store.tell("refund", id, "--ask", "--reason", "LEGAL")
            let body =
                #"{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false,"#
                + #""refundPreference":"DECLINE"}"#
            let told = try await Tool.run(
                ["api", "send-consumption", id, "--body", body, "--local", store.folder.path]
            )
            #expect(told.status == 0, "\(told.errors)")
            let refunds = try await store.tell("list", "refunds").output
            #expect(refunds.contains("LEGAL") && refunds.contains("DECLINE") && refunds.contains("open"), "\(refunds)")
            _ = try await store.tell("notify", "RENEWAL_EXTENSION/SUMMARY", "--account", "rose")
            let extended = try await store.tell("list", "extensions").output
            #expect(extended.contains("extension-1") && extended.contains("all"), "\(extended)")
        }
    }

    @Test("A store is waited for before it is there, waited for until a date, and stopped")
    func waiting() async throws {
        let path = data.path
        let healthy = Task { try await Tool.run("store", "wait", "healthy", "--within", "300", "--data", path) }
        let ending = try await withRunningStore(data, options, endedBy: SIGTERM) { store in
            #expect(try await healthy.value.status == 0)
            #expect(try await store.tell("wait", "deliveries").status == 0)
            #expect(try await store.tell("wait", "2026-01-01").status == 0)
            let late = try await store.tell("wait", "2026-01-02", "--within", "0.2")
            #expect(late.status == 1)
            #expect(late.errors.contains("it is 2026-01-01T00:00:00Z in the store, and its clock stands"))
            let stopped = try await store.tell("stop")
            #expect(stopped.status == 0, "\(stopped.errors)")
            #expect(stopped.output == "the store has ended\n")
        }
        #expect(ending == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: data.appendingPathComponent("server.json").path))
    }

    @Test("Begun anew, the same commands give the same identifiers")
    func resetAll() async throws {
        try await withRunningStore(data, options) { store in
            func live() async throws -> String? {
                _ = try await store.tell("account", "flora")
                return try await store.ask("buy", posy, "--account", "flora")[string: "transactionId"]
            }
            let first = try await live()
            _ = try await store.tell("advance", "40d")
            let begun = try await store.tell("reset", "--all")
            #expect(begun.output == "begun anew: it is 2026-01-01T00:00:00Z; 0 customers, 0 subscriptions\n")
            #expect(try await store.ask("list", "accounts")[array: "accounts"] == [])
            #expect(try await live() == first)
        }
    }

    @Test("Two stores are given one authority, whose file is made and is secret")
    func authority() async throws {
        let file = folder.url.appendingPathComponent("authority.pem").path
        var roots: [String] = []
        for name in ["one", "two"] {
            let data = folder.url.appendingPathComponent(name)
            try await withRunningStore(data, options + ["--authority", file]) { store in
                let root = try #require(store.announcement[string: "jwsRoot"])
                roots.append(try String(contentsOfFile: root, encoding: .utf8))
            }
        }
        #expect(roots.count == 2 && roots.first == roots.last)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    }

    @Test("A fault of the servers is set, listed with what it takes, and cleared")
    func serverFault() async throws {
        try await withRunningStore(data, options) { store in
            let set = try await store.ask(
                "fault",
                "set",
                "serverError",
                "--status",
                "503",
                "--body",
                "html",
                "--call",
                "getTransactionInfo",
                "--rate",
                "0.5",
                "--times",
                "3"
            )
            #expect(set["status"] == 503)
            #expect(set["call"] == "getTransactionInfo")
            let table = try await store.tell("fault")
            #expect(table.lines.last?.contains("status 503, body html, call getTransactionInfo, rate 0.5") == true)
            #expect(try await store.tell("fault", "set", "receiptStatus", "--status", "1").status == 1)
            #expect(try await store.tell("fault", "clear", "--all").output == "no faults\n")
        }
    }
}
