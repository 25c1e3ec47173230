import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser store fault and purser store ca", .tags(.slow), .timeLimit(.minutes(15)))
struct StoreFaultCommandTests {
    private let folder: TemporaryFolder
    private var data: URL { folder.url.appendingPathComponent("store") }
    private let seeds = "com.example.flowershop.seeds"

    init() throws { folder = try TemporaryFolder() }

    @Test("A fault is set, strikes, is listed, survives SIGKILL, and is cleared")
    func faults() async throws {
        var id = ""
        try await withRunningStore(data, ["--rate", "manual"], endedBy: SIGKILL) { store in
            _ = try await store.tell("account", "flora")
            let set = try await store.ask("fault", "set", "purchaseFails", "--times", "2", "--failure", "cancelled")
            id = try #require(set[string: "id"])
            #expect(set[integer: "times"] == 2)
            #expect(try await store.tell("buy", seeds, "--account", "flora").status == 1)
            let table = try await store.tell("fault", "list")
            #expect(table.lines.last?.contains("purchaseFails") == true)
            #expect(table.lines.last?.contains("once") == true)
            #expect(table.lines.last?.contains("failure cancelled") == true)
        }
        try await withRunningStore(data, ["--rate", "manual"]) { store in
            let listed = try await store.ask("fault", "list")[array: "faults"]?.first?.object
            #expect(listed?[string: "id"] == id)
            #expect(listed?[integer: "times"] == 1)
            #expect(try await store.tell("fault", "clear", id).output == "no faults\n")
            #expect(try await store.tell("buy", seeds, "--account", "flora").status == 0)
            #expect(try await store.tell("fault", "clear", id).status == 1)
            #expect(try await store.tell("fault", "clear", "--all").status == 0)
            #expect(try await store.tell("fault", "set", "earthquake").status == 1)
            #expect(try await store.tell("fault", "set", "clockJump", "--seconds=-60").status == 0)
            #expect(try await store.tell("fault", "clear").status == 64)
            _ = try await store.tell("settings", "environment=Xcode", "receiptDigest=SHA-1")
            let settings = try await store.ask("settings")
            #expect(settings[string: "environment"] == "Xcode")
            #expect(settings[string: "receiptDigest"] == "SHA-1")
        }
    }

    @Test("The bugs of Apple's releases are listed with what an app does about them, without any store")
    func bugs() async throws {
        let text = try await Tool.run("store", "fault", "bugs")
        #expect(text.status == 0)
        #expect(text.output.contains("cancelledAfterSuccess (iOS 18.3.1 to 18.5)\n  The customer is charged"))
        let json = try await Tool.run("store", "fault", "bugs", "--json")
        let answer = try #require(try JSONValue(parsing: Data(json.output.utf8)).object)
        let bugs = answer[array: "bugs"]?.compactMap(\.object) ?? []
        #expect(
            bugs.map { $0[string: "kind"] } == [
                "connectionLost", "sheetNeverShown", "cancelledAfterSuccess", "emptyProductList", "entitlementLate",
                "unfinishedNewestFirst", "refusalIgnored",
            ]
        )
        #expect(bugs.allSatisfy { $0[string: "releases"]?.isEmpty == false && $0[string: "advice"]?.isEmpty == false })
    }

    @Test("The roots are exported with their fingerprints, as PEM and as DER, and no key is", .tags(.judge))
    func authority() async throws {
        let missing = try await Tool.run("store", "ca", "--data", data.path)
        #expect(missing.status == 2)
        #expect(missing.errors.hasPrefix("purser: there is no store in "))
        try await withRunningStore(data, ["--rate", "manual"]) { store in
            for root in ["receipt", "jws"] {
                let file = folder.url.appendingPathComponent("\(root).der")
                let pem = try await Tool.run("store", "ca", "--data", data.path, "--signs", root)
                #expect(pem.status == 0)
                #expect(
                    pem.output
                        == (try String(contentsOf: data.appendingPathComponent("\(root)-root.pem"), encoding: .utf8))
                )
                #expect(!pem.output.contains("PRIVATE"))
                let json = try await store.ask("ca", "--signs", root)
                #expect(json[string: "pem"] == pem.output)
                #expect(pem.errors == "SHA-256 \(json[string: "sha256"] ?? "")\n")
                let der = try await Tool.run(
                    ["store", "ca", "--data", data.path, "--signs", root, "--format", "der", "--output", file.path]
                )
                #expect(der.status == 0)
                #expect(der.output == "")
                guard OpenSSL.executable != nil else { continue }
                let outcome = try await OpenSSL.run(
                    ["x509", "-inform", "DER", "-in", file.path, "-noout", "-fingerprint", "-sha256"],
                    in: folder.url
                )
                let digits = outcome.text.split(separator: "=").last?.filter(\.isHexDigit).lowercased()
                #expect(digits == json[string: "sha256"])
            }
        }
        let keys = data.appendingPathComponent("authority.pem")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: keys.path)
        let loose = try await Tool.run("store", "ca", "--data", data.path)
        #expect(loose.status == 2)
        #expect(loose.errors.contains("mode 644") && loose.errors.contains("chmod 600"))
    }
}
