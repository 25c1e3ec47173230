import AppStoreModels
import Foundation

/// Gives back what was packed. A row may be damaged, so nothing in it is believed.
struct PackedReader {
    private let octets: [UInt8]
    /// Behind the mark.
    private var place = 1
    private var headers: [Data] = []
    /// How many more octets may be given back.
    private var room = PackedBody.maximumLength
    /// How many octets are probably given back.
    private let expectedLength: Int

    /// - Parameters:
    ///   - octets: What was stored, with the mark at its beginning.
    ///   - expectedLength: How many octets it stands for, where that is known.
    init(_ octets: [UInt8], giving expectedLength: Int = 0) {
        (self.octets, self.expectedLength) = (octets, expectedLength)
    }

    mutating func body(_ header: (Data) throws -> Data?) throws -> [UInt8] {
        let count = try number()
        for _ in 0..<count {
            let digest = Data(try take(PackedBody.digestLength))
            guard let text = try header(digest) else {
                throw PurchaseServerError(.databaseDamaged, "a notification's certificates are missing")
            }
            headers.append(text)
        }
        return try text(until: octets.count, depth: 0)
    }

    private mutating func text(until end: Int, depth: Int) throws -> [UInt8] {
        guard depth <= PackedBody.maximumDepth else { throw Self.damaged }
        var text: [UInt8] = []
        // Nearly all of a body is one text inside of another.
        text.reserveCapacity(expectedLength >> depth)
        while place < end {
            let part = PackedBody.Part(rawValue: octets[place])
            place += 1
            let number = try number()
            switch part {
            case .plain: try append(take(number), to: &text)
            case .header:
                guard headers.indices.contains(number) else { throw Self.damaged }
                try append(headers[number], to: &text)
            case .base64:
                guard number <= end - place else { throw Self.damaged }
                let inside = try self.text(until: place + number, depth: depth + 1)
                try reserve(inside.count / 3 + 3)
                Base64.appendURLSafe(inside, to: &text)
            case nil: throw Self.damaged
            }
        }
        guard place == end else { throw Self.damaged }
        return text
    }

    private mutating func append(_ octets: some Collection<UInt8>, to text: inout [UInt8]) throws {
        try reserve(octets.count)
        text += octets
    }

    private mutating func reserve(_ count: Int) throws {
        room -= count
        guard room >= 0 else { throw Self.damaged }
    }

    private mutating func number() throws -> Int {
        var number = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            let octet = try take(1).first ?? 0
            number |= Int(octet & 0x7F) << shift
            if octet & 0x80 == 0 { return number }
        }
        throw Self.damaged
    }

    private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
        guard count <= octets.count - place else { throw Self.damaged }
        defer { place += count }
        return octets[place..<(place + count)]
    }

    private static let damaged = PurchaseServerError(
        .databaseDamaged,
        "the body of a notification cannot be given back"
    )
}
