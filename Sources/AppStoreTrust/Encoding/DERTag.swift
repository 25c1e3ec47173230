/// The identifier octet of a BER element with a tag number below 31.
package struct DERTag: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let boolean = Self(rawValue: 0x01)
    package static let integer = Self(rawValue: 0x02)
    package static let octetString = Self(rawValue: 0x04)
    package static let null = Self(rawValue: 0x05)
    package static let objectIdentifier = Self(rawValue: 0x06)
    package static let utf8String = Self(rawValue: 0x0C)
    package static let ia5String = Self(rawValue: 0x16)
    package static let sequence = Self(rawValue: 0x30)
    package static let set = Self(rawValue: 0x31)
    /// `OCTET STRING` in pieces, BER only.
    package static let constructedOctetString = Self(rawValue: 0x24)
    /// `[0]` around other elements.
    package static let context0 = Self(rawValue: 0xA0)
    /// `[1]` around other elements.
    package static let context1 = Self(rawValue: 0xA1)

    /// Whether the content is made of elements.
    package var isConstructed: Bool { rawValue & 0x20 != 0 }
    /// Whether the tag number does not fit in the identifier octet; nothing we read has such tags.
    package var isMultiByte: Bool { rawValue & 0x1F == 0x1F }
}
