import AppStoreTrust
import Foundation
import TestSupport

/// A payload made attribute by attribute, right or wrong, and signed by the trusted authority.
struct RawPayload {
    var attributes: [[UInt8]]

    /// The attributes every receipt has.
    init() {
        attributes = [
            Self.attribute(0, DEREncoder.utf8String("ProductionSandbox")),
            Self.attribute(2, DEREncoder.utf8String(SampleReceipt.bundleID)),
            Self.attribute(3, DEREncoder.utf8String("1")),
            Self.attribute(4, [1, 2, 3]),
            Self.attribute(5, [4, 5, 6]),
            Self.attribute(12, DEREncoder.ia5String("2024-08-06T12:00:00Z")),
        ]
    }

    static func attribute(_ type: Int64, _ value: [UInt8]) -> [UInt8] {
        DEREncoder.element(
            .sequence,
            of: [DEREncoder.integer(type), DEREncoder.integer(1), DEREncoder.element(.octetString, value)]
        )
    }

    /// A purchase record with these attributes.
    static func purchase(_ attributes: [[UInt8]]) -> [UInt8] {
        attribute(17, DEREncoder.element(.set, of: attributes))
    }

    /// What every purchase record has.
    static let minimalPurchase = [
        attribute(1701, DEREncoder.integer(1)),
        attribute(1702, DEREncoder.utf8String("pro")),
        attribute(1703, DEREncoder.utf8String("1")),
        attribute(1704, DEREncoder.ia5String("2024-08-06T12:00:00Z")),
    ]

    mutating func remove(at index: Int) { attributes.remove(at: index) }

    func signed() throws -> Data {
        Data(try TestAuthority.trusted.get().signCMS(payload: DEREncoder.element(.set, of: attributes)))
    }
}
