import AppReceipt
import AppStoreTrust
import Foundation
import TestSupport
import Testing

/// Records that are written like the one before are compared with it instead of being walked over. No reader may notice.
@Suite("Records that are written alike")
struct RecordShapeTests {
    private static func record(
        _ number: Int,
        date: String = "2024-08-06T12:00:00Z",
        change: (inout [[UInt8]]) -> Void = { _ in }
    ) -> [UInt8] {
        var attributes = [
            RawPayload.attribute(1701, DEREncoder.integer(Int64(number % 100))),
            RawPayload.attribute(1702, DEREncoder.utf8String("com.example.app.item\(number % 10)")),
            RawPayload.attribute(1703, DEREncoder.utf8String("\(100_000 + number)")),
            RawPayload.attribute(1704, DEREncoder.ia5String(date)),
            RawPayload.attribute(1712, DEREncoder.ia5String("")),
            RawPayload.attribute(1799, [UInt8(truncatingIfNeeded: number), 2, 3]),
        ]
        change(&attributes)
        return RawPayload.purchase(attributes)
    }

    private static func receipt(_ records: [[UInt8]]) throws -> AppReceipt {
        var payload = RawPayload()
        payload.attributes += records
        return try AppReceipt(wireForm: payload.signed())
    }

    @Test("keep their own values")
    func values() throws {
        let records = (0..<50).map { Self.record($0, date: "2024-08-\(10 + $0 % 20)T12:00:\(10 + $0)Z") }
        let purchases = try Self.receipt(records).inAppPurchases
        #expect(purchases.map(\.quantity) == (0..<50).map { Int64($0) })
        #expect(purchases.map(\.transactionID) == (0..<50).map { "\(100_000 + $0)" })
        #expect(purchases.map(\.productID) == (0..<50).map { "com.example.app.item\($0 % 10)" })
        let dates = (0..<50).map { "2024-08-\(10 + $0 % 20)T12:00:\(10 + $0)Z" }
        let formatter = ISO8601DateFormatter()
        #expect(purchases.map(\.purchaseDate) == dates.map { formatter.date(from: $0) })
        #expect(purchases.allSatisfy { $0.cancellationDate == nil && $0.originalTransactionID == nil })
        #expect(purchases.map { $0.attributes.last?.rawValue } == (0..<50).map { Data([UInt8($0), 2, 3]) })
    }

    /// Each has the length of the others.
    static let damages: [(String, AppReceiptError.Code, @Sendable (inout [[UInt8]]) -> Void)] = [
        (
            "a date that is none", .attributeMalformed,
            {
                $0[3] = RawPayload.attribute(1704, DEREncoder.ia5String("2024-02-30T12:00:00Z"))
            }
        ),
        (
            "a date of another kind of string", .attributeMalformed,
            {
                $0[3] = RawPayload.attribute(1704, DEREncoder.element(.octetString, Array("2024-08-06T12:00:00Z".utf8)))
            }
        ),
        (
            "a text where a number belongs", .attributeMalformed,
            {
                $0[0] = RawPayload.attribute(1701, DEREncoder.utf8String("7"))
            }
        ),
        (
            "a number where a text belongs", .attributeMalformed,
            {
                $0[2] = RawPayload.attribute(1703, DEREncoder.element(.integer, [1, 2, 3, 4, 5, 6]))
            }
        ),
        (
            "an attribute twice", .attributeDuplicate,
            {
                $0[4] = RawPayload.attribute(1702, DEREncoder.ia5String(""))
            }
        ),
        (
            "no transaction", .attributeMissing,
            {
                $0[2] = RawPayload.attribute(1798, DEREncoder.utf8String("100000"))
            }
        ),
        (
            "no product, only an empty one", .attributeMissing,
            { attributes in
                attributes[1] = RawPayload.attribute(1702, DEREncoder.utf8String(""))
                attributes[5] = RawPayload.attribute(1799, [UInt8](repeating: 0, count: 24))
            }
        ),
        ("a length that lies", .malformed, { $0[5][1] = 0x0B }),
    ]

    @Test("are refused for what is wrong in one of them", arguments: damages.indices, [0, 1, 2, 5, 19])
    func refused(damage: Int, place: Int) throws {
        let (_, code, change) = Self.damages[damage]
        let bent = Self.record(0, change: change)
        #expect(bent.count == Self.record(0).count, "the case proves nothing")
        var records = (0..<20).map { Self.record($0) }
        records[place] = bent
        let error = #expect(throws: AppReceiptError.self) { try Self.receipt(records) }
        #expect(error?.code == code, "\(String(describing: error))")
    }

    @Test("may alternate with others of the same length")
    func alternating() throws {
        let records = (0..<40).map { number in
            Self.record(number) { attributes in
                guard number.isMultiple(of: 3) else { return }
                // A product of seven letters less, and an unknown attribute of seven octets more.
                attributes[1] = RawPayload.attribute(1702, DEREncoder.utf8String("com.example.ap"))
                attributes[5] = RawPayload.attribute(1799, [UInt8](repeating: 9, count: 10))
            }
        }
        #expect(Set(records.map(\.count)).count == 1, "the case proves nothing")
        let purchases = try Self.receipt(records).inAppPurchases
        #expect(
            purchases.map(\.productID)
                == (0..<40).map { $0.isMultiple(of: 3) ? "com.example.ap" : "com.example.app.item\($0 % 10)" }
        )
        #expect(purchases.map(\.transactionID) == (0..<40).map { "\(100_000 + $0)" })
    }
}
