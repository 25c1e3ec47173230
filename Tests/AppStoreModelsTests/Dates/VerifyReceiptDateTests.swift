import AppStoreModels
import Foundation
import Testing

@Suite("The three members of a verifyReceipt date")
struct VerifyReceiptDateTests {
    @Test(
        "A date is written as GMT, milliseconds and Pacific time with daylight saving",
        arguments: [
            // Both sides of both changes of 2017, which were on 12 March and 5 November at 02:00 local time.
            (1_489_195_343_000, "2017-03-11 01:22:23", "2017-03-10 17:22:23"),
            (1_489_312_799_000, "2017-03-12 09:59:59", "2017-03-12 01:59:59"),
            (1_489_312_800_000, "2017-03-12 10:00:00", "2017-03-12 03:00:00"),
            (1_509_872_399_000, "2017-11-05 08:59:59", "2017-11-05 01:59:59"),
            (1_509_872_400_000, "2017-11-05 09:00:00", "2017-11-05 01:00:00"),
            (1_375_340_400_000, "2013-08-01 07:00:00", "2013-08-01 00:00:00"),
            (1_420_070_400_000, "2015-01-01 00:00:00", "2014-12-31 16:00:00"),
            (1_456_704_000_000, "2016-02-29 00:00:00", "2016-02-28 16:00:00"),
            (1_784_116_800_500, "2026-07-15 12:00:00", "2026-07-15 05:00:00"),
        ] as [(Int64, String, String)]
    )
    func writes(milliseconds: Int64, gmt: String, pacific: String) {
        var object = JSONObject()
        VerifyReceiptDate.write(Date(millisecondsSince1970: milliseconds), as: "purchase_date", to: &object)
        #expect(object.keys == ["purchase_date", "purchase_date_ms", "purchase_date_pst"])
        #expect(object["purchase_date"] == .string(gmt + " Etc/GMT"))
        #expect(object["purchase_date_ms"] == .string(String(milliseconds)))
        #expect(object["purchase_date_pst"] == .string(pacific + " America/Los_Angeles"))
    }

    @Test("The three members agree about a moment that lies between two milliseconds")
    func rounding() {
        var object = JSONObject()
        VerifyReceiptDate.write(Date(timeIntervalSince1970: 1_489_195_342.9999), as: "x", to: &object)
        #expect(object["x_ms"] == "1489195343000")
        #expect(object["x"] == "2017-03-11 01:22:23 Etc/GMT")
        #expect(object["x_pst"] == "2017-03-10 17:22:23 America/Los_Angeles")
    }

    @Test(
        "A date is read from whatever member there is",
        arguments: [
            ["x_ms": "1489195343000"],
            ["x_ms": 1_489_195_343_000],
            ["x": "2017-03-11 01:22:23 Etc/GMT"],
            ["x": "1489195343000"],
            ["x": 1_489_195_343_000],
            ["x": "no date", "x_ms": "1489195343000"],
            ["x_ms": "no number", "x": "2017-03-11 01:22:23 Etc/GMT"],
            ["x_ms": nil, "x": "2017-03-11 01:22:23 Etc/GMT"],
        ] as [JSONObject]
    )
    func reads(object: JSONObject) {
        #expect(VerifyReceiptDate.read("x", from: object) == Date(millisecondsSince1970: 1_489_195_343_000))
    }

    @Test("Milliseconds keep their fraction of a second")
    func fraction() {
        let date = VerifyReceiptDate.read("x", from: ["x_ms": "1540182083441"])
        #expect(date?.millisecondsSince1970 == 1_540_182_083_441)
    }

    @Test(
        "What is no date reads as none",
        arguments: [
            [:], ["x": ""], ["x": "2017-03-11 01:22:23"], ["x": "2017-03-11 01:22:23 America/Los_Angeles"],
            ["x_pst": "2017-03-10 17:22:23 America/Los_Angeles"], ["x": "2017-02-30 01:22:23 Etc/GMT"],
            ["x": true], ["x": []], ["x": [:]], ["x": nil], ["x_ms": "9223372036854775807"], ["x_ms": "-1e300"],
        ] as [JSONObject]
    )
    func refuses(object: JSONObject) {
        #expect(VerifyReceiptDate.read("x", from: object) == nil)
    }

    @Test("A date beyond all calendars is written without a crash", arguments: [Double.infinity, -1e300, .nan])
    func clamps(seconds: Double) {
        var object = JSONObject()
        VerifyReceiptDate.write(Date(timeIntervalSince1970: seconds), as: "x", to: &object)
        #expect(object["x_ms"] == (seconds > 0 ? "253402300799000" : "-62135596800000"))
    }
}
