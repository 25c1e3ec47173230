/// The identifier octet of a BER element with a tag number below 31.
@usableFromInline
package struct DERTag: RawRepresentable, Hashable, Sendable {
    @usableFromInline package let rawValue: UInt8

    @inlinable
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    @inlinable package static var boolean: Self { Self(rawValue: 0x01) }
    @inlinable package static var integer: Self { Self(rawValue: 0x02) }
    @inlinable package static var bitString: Self { Self(rawValue: 0x03) }
    @inlinable package static var octetString: Self { Self(rawValue: 0x04) }
    @inlinable package static var null: Self { Self(rawValue: 0x05) }
    @inlinable package static var objectIdentifier: Self { Self(rawValue: 0x06) }
    @inlinable package static var utf8String: Self { Self(rawValue: 0x0C) }
    @inlinable package static var ia5String: Self { Self(rawValue: 0x16) }
    @inlinable package static var sequence: Self { Self(rawValue: 0x30) }
    @inlinable package static var set: Self { Self(rawValue: 0x31) }
    /// `OCTET STRING` in pieces, BER only.
    @inlinable package static var constructedOctetString: Self { Self(rawValue: 0x24) }
    /// `[0]` around other elements.
    @inlinable package static var context0: Self { Self(rawValue: 0xA0) }
    /// `[1]` around other elements.
    @inlinable package static var context1: Self { Self(rawValue: 0xA1) }

    /// Whether the content is made of elements.
    @inlinable package var isConstructed: Bool { rawValue & 0x20 != 0 }
    /// Whether the tag number does not fit in the identifier octet; nothing we read has such tags.
    @inlinable package var isMultiByte: Bool { rawValue & 0x1F == 0x1F }
}
