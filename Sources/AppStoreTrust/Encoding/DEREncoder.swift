/// The few DER elements that receipts and signed messages are made of, each as octets of its own.
package enum DEREncoder {
    /// One element: tag, shortest definite length, content.
    package static func element(_ tag: DERTag, _ content: some Collection<UInt8>) -> [UInt8] {
        written { $0.element(tag, Array(content)) }
    }

    /// One constructed element around others.
    package static func element(_ tag: DERTag, of parts: [[UInt8]]) -> [UInt8] {
        written { $0.element(tag) { for part in parts { $0.encoded(part) } } }
    }

    /// `INTEGER`, two's complement, shortest form.
    package static func integer(_ value: Int64) -> [UInt8] { written { $0.integer(value) } }

    /// `UTF8String`.
    package static func utf8String(_ text: String) -> [UInt8] { element(.utf8String, Array(text.utf8)) }

    /// `IA5String`; the caller gives ASCII.
    package static func ia5String(_ text: String) -> [UInt8] { element(.ia5String, Array(text.utf8)) }

    /// What `body` writes.
    package static func written(_ body: (inout DERWriter) -> Void) -> [UInt8] {
        var writer = DERWriter()
        body(&writer)
        return writer.bytes
    }
}
