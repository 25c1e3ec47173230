import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite(
    "purser receipt on genuine receipts",
    .tags(.slow),
    .enabled(if: Fixtures.areAvailable),
    .timeLimit(.minutes(15))
)
struct GenuineReceiptTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let file: String
        let bundleID: String
        let environment: String
        let records: Int
        var testDescription: String { file }
    }

    /// The moment that counts as now, so that the tests do not depend on the day they run.
    let now = "2026-06-01T00:00:00Z"

    static var rows: [Row] {
        let rows = try? Fixtures.rows("receipts/index.tsv")
        return (rows ?? []).compactMap { row in
            guard let file = row["file"], let bundleID = row["bundle_id"], let environment = row["environment"],
                let records = row["in_app_records"].flatMap(Int.init)
            else { return nil }
            return Row(file: file, bundleID: bundleID, environment: environment, records: records)
        }
    }

    @Test("Receipts of the App Store verify; Xcode's are refused unless their certificate is named", arguments: rows)
    func verify(_ row: Row) async throws {
        let path = try Fixtures.url("receipts/\(row.file)").path
        let plain = try await Tool.run("receipt", "verify", path, "--bundle-id", row.bundleID, "--at", now)
        guard row.environment == "Xcode" else {
            #expect(plain.status == 0, "\(plain.output)")
            return
        }
        #expect(plain.status == 1)
        let certificate = try Fixtures.url("certs/StoreKitTestCertificate-20200401-ff0ba36e.cer").path
        let opted = try await Tool.run(
            "receipt",
            "verify",
            path,
            "--bundle-id",
            row.bundleID,
            "--xcode-certificate",
            certificate,
            "--at",
            now
        )
        #expect(opted.status == 0, "\(opted.output)")
    }

    @Test("Everything the index says of a receipt is shown", arguments: rows)
    func show(_ row: Row) async throws {
        let outcome = try await Tool.run("receipt", "show", try Fixtures.url("receipts/\(row.file)").path, "--json")
        #expect(outcome.status == 0)
        let json = try #require(try JSONValue(parsing: outcome.output).object)
        #expect(json[string: "bundleId"] == row.bundleID)
        #expect(json[string: "environment"] == row.environment)
        #expect(json[array: "inApp"]?.count == row.records)
        #expect(json[array: "purchases"]?.count == row.records)
    }

    @Test("Everything the index says of a receipt is in its verifyReceipt JSON", arguments: rows)
    func verifyReceiptJSON(_ row: Row) async throws {
        let path = try Fixtures.url("receipts/\(row.file)").path
        let outcome = try await Tool.run("receipt", "json", path, "--at", now)
        #expect(outcome.status == 0)
        let json = try #require(try JSONValue(parsing: outcome.output).object)
        #expect(json[string: "bundle_id"] == row.bundleID)
        #expect(json[string: "receipt_type"] == row.environment)
        #expect(json[array: "in_app"]?.count == row.records)
    }

    @Test("Timelines stay within the width, however long the history", arguments: rows)
    func timeline(_ row: Row) async throws {
        let outcome = try await Tool.run(
            ["receipt", "show", try Fixtures.url("receipts/\(row.file)").path],
            environment: ["COLUMNS": "70"]
        )
        #expect(outcome.status == 0)
        guard let start = outcome.lines.firstIndex(of: "Subscription timeline") else { return }
        #expect(outcome.lines[start...].allSatisfy { $0.count <= 70 })
        #expect(outcome.lines[start...].count < 100)
    }
}
