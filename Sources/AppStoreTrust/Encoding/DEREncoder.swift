/// Writes the few DER elements that receipts and signed messages are made of.
package enum DEREncoder {
    /// One element: tag, shortest definite length, content.
    package static func element(_ tag: DERTag, _ content: some Collection<UInt8>) -> [UInt8] {
        var bytes = header(tag, length: content.count)
        bytes.reserveCapacity(bytes.count + content.count)
        bytes.append(contentsOf: content)
        return bytes
    }

    /// Tag and shortest definite length.
    package static func header(_ tag: DERTag, length: Int) -> [UInt8] {
        guard length >= 0x80 else { return [tag.rawValue, UInt8(length)] }
        let octets = withUnsafeBytes(of: UInt64(length).bigEndian) { Array($0.drop { $0 == 0 }) }
        return [tag.rawValue, 0x80 | UInt8(octets.count)] + octets
    }

    /// One constructed element around others.
    package static func element(_ tag: DERTag, of parts: [[UInt8]]) -> [UInt8] {
        element(tag, Array(parts.joined()))
    }

    /// `INTEGER`, two's complement, shortest form.
    package static func integer(_ value: Int64) -> [UInt8] {
        var octets = withUnsafeBytes(of: value.bigEndian) { Array($0) }
        while octets.count > 1, isRedundant(octets[0], before: octets[1]) { octets.removeFirst() }
        return element(.integer, octets)
    }

    /// `UTF8String`.
    package static func utf8String(_ text: String) -> [UInt8] { element(.utf8String, Array(text.utf8)) }

    /// `IA5String`; the caller gives ASCII.
    package static func ia5String(_ text: String) -> [UInt8] { element(.ia5String, Array(text.utf8)) }

    /// `SET OF` in the order DER demands: ascending by encoding.
    package static func setOf(_ elements: [[UInt8]]) -> [UInt8] {
        element(.set, of: elements.sorted { $0.lexicographicallyPrecedes($1) })
    }

    private static func isRedundant(_ first: UInt8, before second: UInt8) -> Bool {
        (first == 0x00 && second < 0x80) || (first == 0xFF && second >= 0x80)
    }
}
