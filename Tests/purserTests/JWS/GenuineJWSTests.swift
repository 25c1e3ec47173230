import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite(
    "purser jws on every JWS of the fixtures",
    .tags(.slow),
    .enabled(if: Fixtures.areAvailable),
    .timeLimit(.minutes(15))
)
struct GenuineJWSTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let columns: [String: String]

        static let all = ((try? Fixtures.rows("jws/index.tsv")) ?? []).map(Row.init(columns:))

        subscript(column: String) -> String { columns[column] ?? "" }
        var testDescription: String { self["file"] }

        var isXcode: Bool { self["anchor"].contains("StoreKit Testing in Xcode") }
        var isGenuine: Bool {
            isXcode
                || self["anchor"] == "Apple Root CA - G3" && self["signature"] == "pass" && self["chain"] == "links-ok"
        }
        /// The index' name of the kind, as the tool calls it; nil for the index' "other".
        var kind: String? {
            ["notification": "notification", "transaction": "transaction", "renewalInfo": "renewal-info"][self["kind"]]
                ?? (self["kind"] == "appTransaction" ? "app-transaction" : nil)
        }
    }

    @Test("is valid exactly if the index says so, Xcode's only with its certificate", arguments: Row.all)
    func verify(_ row: Row) async throws {
        var arguments = ["jws", "verify", try Fixtures.url("jws/" + row["file"]).path, "--json", "--at", "2026-06-01"]
        // What has no date of its own counts as signed at --at: here while the certificates were valid.
        if row["signed_date_ms"].isEmpty, row["kind"] != "appTransaction" { arguments[5] = "2022-03-05" }
        if row.isXcode {
            #expect(try await Tool.run(arguments).status == 1)
            let certificate = try Fixtures.url("certs/StoreKit_Testing_in_Xcode-20231019-16c47dfe.cer").path
            arguments += ["--xcode-certificate", certificate]
        }
        let outcome = try await Tool.run(arguments)
        #expect(outcome.status == (row.isGenuine ? 0 : 1), "\(outcome.output)\(outcome.errors)")
        let json = try #require(try JSONValue(parsing: outcome.output).object)
        #expect(json[boolean: "isValid"] == row.isGenuine)
        if row.isGenuine { #expect(json[string: "kind"] == row.kind) }
    }

    @Test("is shown with its kind, App Store and app", arguments: Row.all)
    func show(_ row: Row) async throws {
        let outcome = try await Tool.run("jws", "show", try Fixtures.url("jws/" + row["file"]).path, "--json")
        #expect(outcome.status == 0)
        let json = try #require(try JSONValue(parsing: outcome.output).object)
        #expect(json[boolean: "verified"] == false)
        if let kind = row.kind { #expect(json[string: "kind"] == kind) }
        #expect(json[array: "certificates"]?.count == Int(row["x5c_count"]))
        if !row["bundle_id"].isEmpty { #expect(outcome.output.contains("\"\(row["bundle_id"])\"")) }
    }
}
