import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("A signed payload that no App Store wrote")
struct HostilePayloadTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: AppReceiptError.Code
        let change: @Sendable (inout RawPayload) -> Void
    }

    private static func adding(
        _ description: String,
        _ code: AppReceiptError.Code,
        _ attributes: [[UInt8]]
    ) -> Case {
        Case(testDescription: description, code: code) { $0.attributes += attributes }
    }

    private static func integer(_ octets: [UInt8]) -> [UInt8] { DEREncoder.element(.integer, octets) }

    static let missing = [1, 2, 3, 4, 5].map { index in
        Case(testDescription: "without required attribute \(index)", code: .attributeMissing) { $0.remove(at: index) }
    }

    static let appAttributes = [
        adding("a second bundle ID", .attributeDuplicate, [RawPayload.attribute(2, DEREncoder.utf8String("other"))]),
        adding("a second creation date", .attributeDuplicate, [RawPayload.attribute(12, DEREncoder.ia5String(""))]),
        adding(
            "a number of 9 octets",
            .attributeMalformed,
            [RawPayload.attribute(1, integer([1, 0, 0, 0, 0, 0, 0, 0, 0]))]
        ),
        adding("an empty number", .attributeMalformed, [RawPayload.attribute(15, integer([]))]),
        adding("a text for a number", .attributeMalformed, [RawPayload.attribute(16, DEREncoder.utf8String("1"))]),
        adding("a number for a text", .attributeMalformed, [RawPayload.attribute(19, DEREncoder.integer(1))]),
        adding("a text that runs out", .attributeMalformed, [RawPayload.attribute(19, [0x0C, 0x05, 0x41])]),
        adding(
            "a text with something behind",
            .attributeMalformed,
            [RawPayload.attribute(19, [0x0C, 0x01, 0x41, 0x00])]
        ),
        adding(
            "month 13",
            .attributeMalformed,
            [RawPayload.attribute(18, DEREncoder.ia5String("2024-13-06T12:00:00Z"))]
        ),
        adding(
            "a huge year",
            .attributeMalformed,
            [RawPayload.attribute(21, DEREncoder.ia5String("99999-01-01T00:00:00Z"))]
        ),
        adding("a date in words", .attributeMalformed, [RawPayload.attribute(8, DEREncoder.ia5String("yesterday"))]),
        adding("no attribute at all", .malformed, [[0x05, 0x00]]),
        adding(
            "an attribute without value",
            .malformed,
            [DEREncoder.element(.sequence, of: [DEREncoder.integer(99), DEREncoder.integer(1)])]
        ),
        adding(
            "a type of 9 octets",
            .malformed,
            [
                DEREncoder.element(
                    .sequence,
                    of: [
                        integer([1, 0, 0, 0, 0, 0, 0, 0, 0]), DEREncoder.integer(1),
                        DEREncoder.element(.octetString, []),
                    ]
                )
            ]
        ),
        Case(testDescription: "more attributes than any", code: .tooLarge) {
            $0.attributes += [[UInt8]](repeating: RawPayload.attribute(99, []), count: 1_025 - $0.attributes.count)
        },
        Case(testDescription: "an empty creation date", code: .attributeMissing) {
            $0.attributes[5] = RawPayload.attribute(12, DEREncoder.ia5String(""))
        },
    ]

    static let purchases =
        [0, 1, 2, 3].map { index in
            Case(testDescription: "a purchase without required attribute \(index)", code: .attributeMissing) {
                var attributes = RawPayload.minimalPurchase
                attributes.remove(at: index)
                $0.attributes.append(RawPayload.purchase(attributes))
            }
        } + [
            purchase(
                "an unreadable refund date",
                .attributeMalformed,
                1712,
                DEREncoder.ia5String("2024-02-30T00:00:00Z")
            ),
            purchase("a refund date that is a number", .attributeMalformed, 1712, DEREncoder.integer(0)),
            purchase("a second product", .attributeDuplicate, 1702, DEREncoder.utf8String("other")),
            purchase("a trial flag of 9 octets", .attributeMalformed, 1713, integer([1, 0, 0, 0, 0, 0, 0, 0, 0])),
            adding("a purchase that is no set", .malformed, [RawPayload.attribute(17, DEREncoder.integer(1))]),
            adding("an empty purchase", .malformed, [RawPayload.attribute(17, [])]),
        ]

    private static func purchase(
        _ description: String,
        _ code: AppReceiptError.Code,
        _ type: Int64,
        _ value: [UInt8]
    ) -> Case {
        let attributes = RawPayload.minimalPurchase + [RawPayload.attribute(type, value)]
        return adding("a purchase with \(description)", code, [RawPayload.purchase(attributes)])
    }

    @Test("is refused with the attribute named", arguments: missing + appAttributes + purchases)
    func refused(_ testCase: Case) throws {
        var payload = RawPayload()
        testCase.change(&payload)
        let error = #expect(throws: AppReceiptError.self) { try AppReceipt(wireForm: payload.signed()) }
        #expect(error?.code == testCase.code, "\(error?.description ?? "")")
    }

    @Test("is read when it has only what every receipt has, and keeps what nobody knows")
    func minimal() throws {
        var payload = RawPayload()
        payload.attributes.append(RawPayload.purchase(RawPayload.minimalPurchase))
        payload.attributes += [RawPayload.attribute(99, [0xFF]), RawPayload.attribute(99, [0xFE])]
        let receipt = try AppReceipt(wireForm: payload.signed())
        #expect(receipt.inAppPurchases.map(\.productID) == ["pro"])
        #expect(receipt.inAppPurchases.first?.originalTransactionID == nil)
        let unknown = receipt.attributes.filter { $0.type.descriptor == nil }
        #expect(unknown.map(\.value) == [.bytes(Data([0xFF])), .bytes(Data([0xFE]))])
        #expect(unknown.first?.name == "attribute 99")
        #expect(receipt.originalAppVersion == nil && receipt.ageRating == nil && receipt.appItemID == nil)
    }

    @Test("may have more attributes that nobody knows than any has, up to the limit")
    func manyAttributes() throws {
        var payload = RawPayload()
        let unknown = 1_024 - payload.attributes.count
        payload.attributes += [[UInt8]](repeating: RawPayload.attribute(99, []), count: unknown)
        // Purchases have no such limit.
        payload.attributes += [[UInt8]](repeating: RawPayload.purchase(RawPayload.minimalPurchase), count: 1_100)
        let receipt = try AppReceipt(wireForm: payload.signed())
        #expect(receipt.inAppPurchases.count == 1_100)
        #expect(receipt.attributes.count == 1_024 + 1_100)
    }

    @Test(
        "may have dates in each shape that Apple has sent",
        arguments: [
            ("2020-09-27T12:07:19.686Z", 1_601_208_439.686), ("2021-04-16T10:59:33+0800", 1_618_541_973),
            ("2021-04-16T10:59:33-03:30", 1_618_583_373), ("4001-01-01T00:00:00Z", 64_092_211_200),
        ]
    )
    func dates(_ text: String, _ seconds: Double) throws {
        var payload = RawPayload()
        payload.attributes.append(RawPayload.attribute(21, DEREncoder.ia5String(text)))
        let date = try AppReceipt(wireForm: payload.signed()).expirationDate
        #expect(date == Date(timeIntervalSince1970: seconds))
    }

    @Test("with a thousand purchases is read, each with its own values")
    func manyPurchases() throws {
        let count = 1_000
        let receipt = try SampleReceipt.signed { draft in
            draft.inAppPurchases = (0..<count).map { number in
                var purchase = SampleReceipt.nonConsumable
                purchase.transactionID = String(number)
                return purchase
            }
        }
        let read = try SampleReceipt.validator().validated(receipt)
        #expect(Set(read.inAppPurchases.map(\.transactionID)).count == count)
    }
}
