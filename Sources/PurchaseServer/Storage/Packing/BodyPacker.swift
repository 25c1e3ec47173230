import AppStoreModels
import Foundation

/// Finds what is signed in a text, and puts the rest of it together.
struct BodyPacker {
    /// Those that were left out.
    private(set) var headers: [SignedHeader] = []
    /// Those of other bodies.
    private let recent: RecentHeaders

    /// A header without certificates is short, and is left where it is.
    private static let shortestHeader = 256
    /// How many octets a part takes at most beside its content.
    private static let partLength = 5

    init(_ recent: RecentHeaders) { self.recent = recent }

    mutating func parts(of text: [UInt8], depth: Int = 0) -> [UInt8] {
        var parts: [UInt8] = []
        var written = 0
        var place = 0
        while let signed = SignedText(in: text, from: place) {
            place = signed.end
            guard signed.header.count >= Self.shortestHeader, depth < PackedBody.maximumDepth else { continue }
            if parts.isEmpty { parts.reserveCapacity(text.count / 3) }
            append(.plain, text[written..<signed.header.lowerBound], to: &parts)
            appendHeader(text[signed.header], to: &parts)
            appendBase64(signed.payload, of: text, depth, to: &parts)
            appendBase64(signed.signature, of: text, depth, to: &parts)
            written = signed.end
        }
        if parts.isEmpty { parts.reserveCapacity(text.count + Self.partLength) }
        append(.plain, text[written...], to: &parts)
        return parts
    }

    private mutating func appendHeader(_ text: ArraySlice<UInt8>, to parts: inout [UInt8]) {
        let known = headers.firstIndex { $0.stands(in: text) }
        if known == nil { headers.append(recent.header(text)) }
        parts.append(PackedBody.Part.header.rawValue)
        append(known ?? headers.count - 1, to: &parts)
    }

    /// Adds a point and what follows it, as what it stands for if it has only one spelling.
    private mutating func appendBase64(
        _ range: Range<Int>,
        of text: [UInt8],
        _ depth: Int,
        to parts: inout [UInt8]
    ) {
        let inside = text.withUnsafeBufferPointer { text in
            try? Base64.decode(UnsafeBufferPointer(rebasing: text[range]), .jws)
        }
        guard let inside else { return append(.plain, text[(range.lowerBound - 1)..<range.upperBound], to: &parts) }
        append(.plain, text[(range.lowerBound - 1)..<range.lowerBound], to: &parts)
        append(.base64, self.parts(of: inside, depth: depth + 1)[...], to: &parts)
    }

    private func append(_ part: PackedBody.Part, _ octets: ArraySlice<UInt8>, to parts: inout [UInt8]) {
        guard !octets.isEmpty else { return }
        parts.append(part.rawValue)
        append(octets.count, to: &parts)
        parts += octets
    }

    private func append(_ number: Int, to parts: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            parts.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        parts.append(UInt8(rest))
    }
}

/// Where a compact JWS stands in a text of JSON.
private struct SignedText {
    let header: Range<Int>
    let payload: Range<Int>
    let signature: Range<Int>

    var end: Int { signature.upperBound }

    /// The first one behind a place.
    init?(in text: [UInt8], from place: Int) {
        var place = place
        while let quote = Self.index(of: UInt8(ascii: "\""), in: text, from: place) {
            place = quote + 1
            guard text[place...].starts(with: Self.beginning),
                let end = Self.index(of: UInt8(ascii: "\""), in: text, from: place)
            else { continue }
            // Not looked for behind its end: a text of many beginnings would be read through for each.
            if let first = Self.index(of: UInt8(ascii: "."), in: text, from: place, to: end),
                let second = Self.index(of: UInt8(ascii: "."), in: text, from: first + 1, to: end)
            {
                (header, payload, signature) = (place..<first, (first + 1)..<second, (second + 1)..<end)
                return
            }
            place = end
        }
        return nil
    }

    /// How an object of JSON begins in base64.
    private static let beginning = Array("eyJ".utf8)

    private static func index(of octet: UInt8, in text: [UInt8], from place: Int, to end: Int? = nil) -> Int? {
        text.withUnsafeBytes { text in
            let end = end ?? text.count
            guard place < end, let base = text.baseAddress,
                let found = memchr(base + place, Int32(octet), end - place)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
