import AppStoreTrust
import Foundation

/// What was signed, in a fifth of its octets: without its headers, which are the same in nearly all of it and are kept once,
/// and without the base64 around what is signed inside of something signed.
///
/// A notification of the App Store has 12 KB, of which three times the same chain of certificates is 10. What is packed gives
/// back every octet: whatever could not is not packed.
///
/// The layout: an octet 1, the number of headers, their digests of 32 octets each, and parts until the end. A part is an octet
/// that says its kind, and a number: of octets that stand there as they are, of a header, or of octets that are parts themselves
/// and stand for the base64 of what those give. Numbers have seven bits in each octet, the lowest first, and the eighth says
/// that more follow.
struct PackedBody: Sendable, Equatable {
    /// What is stored in its place.
    let octets: Data
    /// What it needs to be given back.
    let headers: [SignedHeader]

    enum Part: UInt8 {
        case plain, header, base64
    }

    /// What packed octets begin with; JSON never does.
    static let mark: UInt8 = 1
    static let digestLength = 32
    /// The longest text that is packed, or given back.
    static let maximumLength = 16 * 1024 * 1024
    /// How often something signed may stand inside of another.
    static let maximumDepth = 3

    /// - Parameter recent: Headers of other bodies.
    /// - Returns: nil if nothing would be gained, or an octet lost.
    init?(_ body: Data, recent: RecentHeaders = RecentHeaders()) {
        guard body.count <= Self.maximumLength, body.first != Self.mark else { return nil }
        var packer = BodyPacker(recent)
        let text = [UInt8](body)
        let parts = packer.parts(of: text)
        let headers = packer.headers
        guard !headers.isEmpty, headers.count < 0x80 else { return nil }
        var packed = [Self.mark, UInt8(headers.count)]
        packed.reserveCapacity(packed.count + headers.count * Self.digestLength + parts.count)
        for header in headers { packed += header.digest }
        packed += parts
        guard packed.count < text.count, Self.gives(text, packed, headers) else { return nil }
        (octets, self.headers) = (Data(packed), headers)
    }

    /// Whether a text comes back to the octet: it is thrown away after that.
    private static func gives(_ text: [UInt8], _ packed: [UInt8], _ headers: [SignedHeader]) -> Bool {
        var reader = PackedReader(packed, giving: text.count)
        let given = try? reader.body { digest in headers.first { $0.digest == digest }?.text }
        return given?.withUnsafeBytes { given in text.withUnsafeBytes { given.isSame(as: $0) } } ?? false
    }

    /// What was packed; anything else as it is.
    ///
    /// - Parameter header: Finds a header by its digest.
    /// - Throws: ``PurchaseServerError``, code `databaseDamaged`, if a header is missing or the octets are none that were packed.
    static func body(of stored: Data, header: (Data) throws -> Data?) throws -> Data {
        guard stored.first == mark else { return stored }
        var reader = PackedReader([UInt8](stored))
        return Data(try reader.body(header))
    }
}
