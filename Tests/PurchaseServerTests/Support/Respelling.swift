import Foundation

/// A signed message in other spellings that verify just as well.
struct Respelling {
    private indirect enum Element {
        case primitive(tag: UInt8, Data)
        case constructed(tag: UInt8, [Element])
    }

    private let root: Element

    /// Reads DER, the first four levels of it.
    init(_ der: Data) throws {
        var position = 0
        root = try Self.element(Array(der), &position, depth: 0)
    }

    /// How many spellings ``spelling(_:)`` knows.
    static let count = 2_187

    /// The message with lengths written in two, three or four octets, another choice for each number.
    func spelling(_ number: Int) -> Data {
        var digits = number
        let bytes = Self.encoded(root) {
            defer { digits /= 3 }
            return 2 + digits % 3
        }
        return Data(bytes)
    }

    /// The message with one more certificate.
    func adding(certificate: Data) throws -> Data {
        guard case .constructed(let outer, let parts) = root, case .constructed(let tag, let inner) = parts[1],
            case .constructed(let sequence, var members) = inner[0], case .constructed(let set, let list) = members[3]
        else { throw Malformed() }
        var position = 0
        let added = try Self.element(Array(certificate), &position, depth: 9)
        members[3] = .constructed(tag: set, list + [added])
        let changed = Element.constructed(
            tag: outer,
            [parts[0], .constructed(tag: tag, [.constructed(tag: sequence, members)])]
        )
        return Data(Self.encoded(changed) { 2 })
    }

    struct Malformed: Error {}

    private static func element(_ bytes: [UInt8], _ position: inout Int, depth: Int) throws -> Element {
        guard position + 2 <= bytes.count else { throw Malformed() }
        let tag = bytes[position]
        var length = Int(bytes[position + 1])
        position += 2
        if length > 0x80 {
            let octets = length & 0x7F
            length = bytes[position..<position + octets].reduce(0) { $0 << 8 | Int($1) }
            position += octets
        }
        let end = position + length
        guard tag & 0x20 != 0, depth < 4 else {
            defer { position = end }
            return .primitive(tag: tag, Data(bytes[position..<end]))
        }
        var children: [Element] = []
        while position < end { children.append(try element(bytes, &position, depth: depth + 1)) }
        return .constructed(tag: tag, children)
    }

    private static func encoded(_ element: Element, _ octets: () -> Int) -> [UInt8] {
        switch element {
        case .primitive(let tag, let content): return header(tag, content.count, 2) + content
        case .constructed(let tag, let children):
            let chosen = octets()
            let content = children.flatMap { encoded($0, octets) }
            return header(tag, content.count, chosen) + content
        }
    }

    private static func header(_ tag: UInt8, _ length: Int, _ octets: Int) -> [UInt8] {
        [tag, 0x80 | UInt8(octets)] + withUnsafeBytes(of: UInt32(length).bigEndian) { Array($0.suffix(octets)) }
    }
}
