/// Writes DER elements one behind the other into one buffer.
///
/// An element's content is written where it stays. Only its length comes later, and moves a long content by an octet or two.
/// The loops are plain on purpose: in a debug build, where tests run, a generic sequence costs more than the octets it yields.
package struct DERWriter {
    /// What was written.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// Elements that are encoded already.
    package mutating func encoded(_ elements: [UInt8]) { bytes += elements }

    /// Elements that are encoded already, where they lie.
    package mutating func encoded(_ elements: UnsafeRawBufferPointer) { bytes.append(contentsOf: elements) }

    /// One element: tag, shortest definite length, content.
    package mutating func element(_ tag: DERTag, _ content: [UInt8]) {
        header(tag, length: content.count)
        bytes += content
    }

    /// One element whose content is a text in UTF-8.
    package mutating func element(_ tag: DERTag, text: String) {
        var text = text
        text.withUTF8 { octets in
            header(tag, length: octets.count)
            bytes.append(contentsOf: octets)
        }
    }

    /// One element around what `body` writes.
    package mutating func element(_ tag: DERTag, around body: (inout DERWriter) -> Void) {
        let start = bytes.count
        // Room for the header of a short one.
        bytes.append(tag.rawValue)
        bytes.append(0)
        body(&self)
        let length = bytes.count - start - 2
        guard length >= 0x80 else { return bytes[start + 1] = UInt8(length) }
        bytes.replaceSubrange(start..<start + 2, with: Self.header(tag, length: length))
    }

    /// Tag and shortest definite length of what is written next.
    package mutating func header(_ tag: DERTag, length: Int) {
        guard length < 0x80 else { return bytes += Self.header(tag, length: length) }
        bytes.append(tag.rawValue)
        bytes.append(UInt8(length))
    }

    /// `INTEGER`, two's complement, shortest form.
    package mutating func integer(_ value: Int64) {
        // As many octets as leave nothing but the sign in front of them.
        var count: Int64 = 1
        while count < 8, value &>> (count &* 8 &- 1) != value &>> 63 { count &+= 1 }
        bytes.append(DERTag.integer.rawValue)
        bytes.append(UInt8(truncatingIfNeeded: count))
        while count > 0 {
            count &-= 1
            bytes.append(UInt8(truncatingIfNeeded: value &>> (count &* 8)))
        }
    }

    /// Tag and shortest definite length.
    static func header(_ tag: DERTag, length: Int) -> [UInt8] {
        guard length >= 0x80 else { return [tag.rawValue, UInt8(length)] }
        var count = 1
        while length &>> (count &* 8) > 0 { count &+= 1 }
        var header = [tag.rawValue, 0x80 | UInt8(count)]
        while count > 0 {
            count &-= 1
            header.append(UInt8(truncatingIfNeeded: length &>> (count &* 8)))
        }
        return header
    }
}
