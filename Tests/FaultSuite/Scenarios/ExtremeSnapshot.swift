import Crypto

/// The snapshot of a store with one number changed to one at the end of its range, and a checksum that fits.
struct ExtremeSnapshot: Sendable {
    let name: String
    let bytes: [UInt8]

    private static let title = Array("Purser store snapshot, format 2\n".utf8)
    private static let numbers: [Int64] = [.max, .max - 1, .min, -1, 1 << 53]

    /// Every number of the JSON at the beginning, in a random order, and then as many places behind it.
    static func all(of snapshot: [UInt8], _ random: inout some RandomNumberGenerator) -> [ExtremeSnapshot] {
        let bodyStart = title.count + 32
        guard snapshot.starts(with: title), snapshot.count > bodyStart + 8 else { return [] }
        let body = Array(snapshot[bodyStart...])
        let length = body.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length > 0, length + 8 <= body.count else { return [] }
        let json = String(decoding: body[8..<(8 + length)], as: UTF8.self)
        return texts(json, rest: Array(body[(8 + length)...])).shuffled(using: &random)
            + fields(body, from: 8 + length, &random)
    }

    private static func texts(_ json: String, rest: [UInt8]) -> [ExtremeSnapshot] {
        json.matches(of: /"([A-Za-z]+)":(-?[0-9]+)/).flatMap { match in
            numbers.map { number in
                var changed = json
                changed.replaceSubrange(match.2.startIndex..<match.2.endIndex, with: String(number))
                let length = withUnsafeBytes(of: UInt64(changed.utf8.count).littleEndian) { Array($0) }
                return sealed("\(match.1) = \(number)", length + Array(changed.utf8) + rest)
            }
        }
    }

    private static func fields(
        _ body: [UInt8],
        from start: Int,
        _ random: inout some RandomNumberGenerator
    ) -> [ExtremeSnapshot] {
        (0..<500).map { index in
            let offset = Int.random(in: start..<(body.count - 8), using: &random)
            let number = numbers[index % numbers.count]
            var changed = body
            withUnsafeBytes(of: number.littleEndian) { changed.replaceSubrange(offset..<(offset + 8), with: $0) }
            return sealed("\(number) at byte \(offset)", changed)
        }
    }

    private static func sealed(_ name: String, _ body: [UInt8]) -> ExtremeSnapshot {
        ExtremeSnapshot(name: name, bytes: title + Array(SHA256.hash(data: body)) + body)
    }
}
