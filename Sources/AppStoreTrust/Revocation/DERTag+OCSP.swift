/// The tags that only answers about revocation have.
extension DERTag {
    static let enumerated = Self(rawValue: 0x0A)
    static let generalizedTime = Self(rawValue: 0x18)
    static let context2 = Self(rawValue: 0xA2)
    /// `[0] IMPLICIT NULL`: good.
    static let implicit0 = Self(rawValue: 0x80)
    /// `[2] IMPLICIT NULL`: unknown.
    static let implicit2 = Self(rawValue: 0x82)
}

extension DERCursor {
    /// Reads an element if the next one has this tag.
    mutating func nextIf(_ tag: DERTag) throws(DERFailure) -> DERElement? {
        nextTag == tag ? try next() : nil
    }

    /// Reads the one element inside another that has this tag.
    func only(_ tag: DERTag, inside element: DERElement) throws(DERFailure) -> DERElement {
        var content = inside(element)
        let only = try content.next(tag)
        try content.finish()
        return only
    }

    /// The octets of an element's content.
    func octets(_ element: DERElement) -> [UInt8] { Array(bytes[element.content]) }

    /// The octets of a whole element.
    func whole(_ element: DERElement) -> [UInt8] { Array(bytes[element.whole]) }
}
