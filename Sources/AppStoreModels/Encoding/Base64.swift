/// Base64 as receipts and JWS parts come: one strict reader for the standard and the URL-safe alphabet.
package enum Base64 {
    /// Why a text is not Base64.
    package enum Failure: Error, Sendable, Equatable {
        /// A character outside the alphabet, at this offset.
        case character(UInt8, at: Int)
        /// The number of characters cannot be right.
        case length(Int)
        /// Bits are set behind the last byte.
        case trailingBits
    }

    /// Which alphabets may occur, and whether lines may be wrapped.
    package struct Options: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let standard = Self(rawValue: 1)
        package static let urlSafe = Self(rawValue: 2)
        /// Line breaks anywhere, and blanks and tabs before or after them.
        package static let wrapped = Self(rawValue: 4)
        /// No padding, and no bits set behind the last byte: every text has one spelling.
        package static let canonical = Self(rawValue: 8)
        /// All the padding must be there.
        package static let padded = Self(rawValue: 16)
        package static let any: Self = [.standard, .urlSafe, .wrapped]
        /// As the parts of a JWS are written: URL-safe, with one spelling for every text.
        package static let jws = Self(rawValue: urlSafe.rawValue | canonical.rawValue)
    }

    /// The bytes behind a text; padding may be there or not.
    package static func decode(
        _ text: UnsafeBufferPointer<UInt8>,
        _ options: Options
    ) throws(Failure) -> [UInt8] {
        var failure: Failure?
        let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 3) { output, count in
            var reader = Base64Reader(options: options, output: output)
            do throws(Failure) {
                try read(text, with: &reader)
            } catch {
                failure = error
            }
            count = reader.count
        }
        if let failure { throw failure }
        return bytes
    }

    private static func read(
        _ text: UnsafeBufferPointer<UInt8>,
        with reader: inout Base64Reader
    ) throws(Failure) {
        var offset = 0
        while offset < text.count {
            offset = reader.readGroups(text, from: offset)
            guard offset < text.count else { break }
            try reader.read(text[offset], at: offset)
            offset += 1
        }
        try reader.finish()
    }

    /// The bytes behind a text; padding may be there or not.
    package static func decode(_ text: [UInt8], _ options: Options) throws(Failure) -> [UInt8] {
        try text.withUnsafeBufferPointer { pointer throws(Failure) in try decode(pointer, options) }
    }

    /// The bytes behind an unpadded, URL-safe text, the only one that stands for them; nil for another text.
    package static func urlSafe(decoding text: some StringProtocol) -> [UInt8]? {
        try? decode(Array(text.utf8), .jws)
    }
}
