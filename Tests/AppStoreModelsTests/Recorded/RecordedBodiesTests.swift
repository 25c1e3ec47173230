import AppStoreModels
import Foundation
import TestSupport
import Testing

/// Bodies that Apple really sent: each must be read, and written again without loss.
@Suite("Recorded bodies", .enabled(if: Fixtures.areAvailable))
struct RecordedBodiesTests {
    @Test("Every recorded answer of verifyReceipt is read")
    func verifyReceipt() throws {
        let rows = try Fixtures.rows("verifyreceipt-json/index.tsv")
        #expect(rows.count > 50)
        for row in rows {
            let name = try #require(row["file"])
            let response = try VerifyReceiptResponse(jsonData: Fixtures.data("verifyreceipt-json/" + name))
            #expect(response.status.map { String($0.rawValue) } == row["status"], "\(name)")
            if row["style"] == "grand-unified", response.receipt != nil {
                #expect(response.receipt?.bundleID == row["bundle_id"], "\(name)")
                #expect(response.receipt.map { String($0.inApp.count) } == row["in_app"], "\(name)")
            }
            try survives(response.json, name)
        }
    }

    @Test("The three members of every recorded date agree with what we write")
    func dates() throws {
        var compared = 0
        for row in try Fixtures.rows("verifyreceipt-json/index.tsv") where row["sources"]?.contains("linjunpop") == true
        {
            let name = try #require(row["file"])
            let response = try VerifyReceiptResponse(jsonData: Fixtures.data("verifyreceipt-json/" + name))
            let receipt = try #require(response.receipt)
            for object in [receipt.json] + (receipt.inApp + response.latestReceiptInfo).map(\.json) {
                for key in object.keys where key.hasSuffix("_ms") {
                    let base = String(key.dropLast("_ms".count))
                    let date = try #require(VerifyReceiptDate.read(base, from: object))
                    var written = JSONObject()
                    VerifyReceiptDate.write(date, as: base, to: &written)
                    for (member, value) in written.members {
                        #expect(object[member] == value, "\(name): \(member)")
                    }
                    compared += 1
                }
            }
        }
        #expect(compared > 100)
    }

    @Test("Every decoded signed payload is read")
    func signed() throws {
        let rows = try Fixtures.rows("jws/index.tsv")
        #expect(rows.count > 20)
        for row in rows {
            let name = try #require(row["file"]).replacing(".jws", with: ".json")
            let text = try JSONValue(parsing: Fixtures.data("jws/decoded/" + name))
            let payload = try #require(text.object?[object: "payload"])
            try survives(payload, name)
            switch row["kind"] {
            case "transaction":
                let transaction = TransactionPayload(json: payload)
                #expect(transaction.transactionID?.isEmpty == false, "\(name)")
                #expect(transaction.productID != nil && transaction.purchaseDate != nil, "\(name)")
                #expect(transaction.type != nil && transaction.environment != nil, "\(name)")
            case "renewalInfo":
                let info = RenewalInfoPayload(json: payload)
                #expect(info.originalTransactionID != nil && info.autoRenewStatus != nil, "\(name)")
            case "notification":
                let notification = NotificationPayload(json: payload)
                #expect(notification.notificationType?.rawValue == row["notificationType"], "\(name)")
                #expect(notification.data?.bundleID != nil, "\(name)")
            case "appTransaction":
                #expect(AppTransactionPayload(json: payload).receiptType?.rawValue == row["environment"], "\(name)")
            default:
                break
            }
        }
    }

    /// Written compactly and indented and read again, an object must be the same, with its members in their order.
    private func survives(_ object: JSONObject, _ name: String) throws {
        let value = JSONValue.object(object)
        for layout in [JSONLayout.compact, .indented] {
            let again = try JSONValue(parsing: value.serialized(layout))
            #expect(again == value, "\(name)")
            #expect(again.serialized() == value.serialized(), "\(name)")
        }
    }
}
