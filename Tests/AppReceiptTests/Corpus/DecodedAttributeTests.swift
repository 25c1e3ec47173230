import AppReceipt
import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("Every attribute of every genuine receipt", .enabled(if: Fixtures.areAvailable))
struct DecodedAttributeTests {
    /// An attribute as the table of decoded receipts has it.
    private struct Decoded: Decodable, Equatable {
        let type: Int64
        let version: Int64
        var asn1: String?
        var value: Value?
        var in_app: [Decoded]?

        enum Value: Decodable, Equatable {
            case text(String)
            case integer(Int64)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Int64.self) {
                    self = .integer(number)
                } else {
                    self = .text(try container.decode(String.self))
                }
            }
        }
    }

    private struct Table: Decodable { let attributes: [Decoded] }

    @Test("is read as another decoder read it", arguments: CorpusReceipt.all)
    func equal(_ row: CorpusReceipt) throws {
        let name = row["file"].replacingOccurrences(of: ".der", with: ".json")
        let table = try JSONDecoder().decode(Table.self, from: Fixtures.data("receipts/decoded/" + name))
        let receipt = try AppReceipt(wireForm: row.data)
        try compare(receipt.attributes, table.attributes)
        let records = table.attributes.filter { $0.type == 17 }.flatMap { $0.in_app.map { [$0] } ?? [] }
        #expect(receipt.inAppPurchases.count == records.count)
        for (purchase, record) in zip(receipt.inAppPurchases, records) { try compare(purchase.attributes, record) }
    }

    private func compare(_ attributes: [ReceiptAttribute], _ decoded: [Decoded]) throws {
        // The table is sorted by type; purchase records keep their order.
        let attributes = attributes.enumerated()
            .sorted { ($0.element.type.rawValue, $0.offset) < ($1.element.type.rawValue, $1.offset) }.map(\.element)
        #expect(attributes.map(\.type.rawValue) == decoded.map(\.type))
        #expect(attributes.map(\.version) == decoded.map(\.version))
        for (attribute, decoded) in zip(attributes, decoded) {
            switch (attribute.value, decoded.value) {
            case (.purchase(let inner), _): try compare(inner, #require(decoded.in_app))
            case (.empty, .text(let text)): #expect(text.isEmpty)
            case (.text(let text), .text(let other)): #expect(text == other)
            case (.integer(let number), .integer(let other)): #expect(number == other)
            case (.date(let date), .text(let text)): #expect(date == RFC3339.date(from: text))
            case (.bytes(let data), .text(let text)): #expect(data.map { String(format: "%02x", $0) }.joined() == text)
            default: Issue.record("\(attribute.type): \(attribute.value) is not \(decoded)")
            }
        }
    }

    @Test("has a name and agrees with its typed property", arguments: CorpusReceipt.all)
    func named(_ row: CorpusReceipt) throws {
        let receipt = try AppReceipt(wireForm: row.data)
        for attribute in receipt.attributes + receipt.inAppPurchases.flatMap(\.attributes) {
            #expect(attribute.type.descriptor != nil, "\(attribute.type)")
        }
        let values = Dictionary(receipt.attributes.map { ($0.type, $0.value) }) { first, _ in first }
        #expect(values[.bundleID] == .text(receipt.bundleID))
        #expect(values[.creationDate] == .date(receipt.creationDate))
        #expect(values[.originalAppVersion] == receipt.originalAppVersion.map { .text($0) })
        #expect(values[.downloadID] == receipt.downloadID.map { .integer($0) })
        #expect(values[.opaqueValue] == .bytes(receipt.opaqueValue))
        #expect(receipt.fulfillmentToolVersion.map { $0.hasPrefix("P") } ?? row.isXcode)
        #expect(receipt.platform.map { [2, 3].contains($0) } ?? row.isXcode)
    }
}
