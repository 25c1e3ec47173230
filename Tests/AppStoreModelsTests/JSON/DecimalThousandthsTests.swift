import Foundation
import Testing

@testable import AppStoreModels

@Suite struct DecimalThousandthsTests {
    @Test(
        "thousandths are what a division by a thousand gives, in value and in spelling",
        arguments: [
            0, 1, -1, 9, 10, 99, 100, 990, 999, 1_000, 4_990, 5_000, 9_999, 10_000, 123_456, -4_990, -5_000,
            1_000_000_000, 999_999_999_999, .max, .min,
        ] as [Int64]
    )
    func asByDivision(thousandths: Int64) {
        let (made, divided) = (Decimal(thousandths: thousandths), Decimal(thousandths) / 1_000)
        #expect(made == divided)
        #expect(made.description == divided.description)
        #expect(made.hashValue == divided.hashValue)
    }

    @Test func aPriceKeepsItsDigits() throws {
        var payload = try TransactionPayload(jsonData: Data(#"{"price":4990}"#.utf8))
        #expect(payload.price?.description == "4.99")
        payload.price = Decimal(thousandths: 4_991)
        #expect(payload.json["price"] == .number(JSONNumber(Int64(4_991))))
    }
}
