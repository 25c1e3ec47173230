import AppStoreModels

/// Finds where a value stands in a JSON text that is known to be valid.
///
/// The JSON reader keeps no positions, as nobody needs them while all is well; this walks the text once, only after
/// something was found wrong.
struct ValueLocator {
    private let bytes: [UInt8]
    private var position = 0

    /// The first byte of the value at `path`, or of the nearest enclosing value that exists.
    static func offset(of path: MemberPath, in bytes: [UInt8]) -> Int {
        offsets(of: [path], in: bytes).first ?? 0
    }

    /// The same for many paths, in one walk through the text.
    static func offsets(of paths: [MemberPath], in bytes: [UInt8]) -> [Int] {
        var wanted = PathTree()
        for path in paths { wanted.insert(path.steps[...]) }
        var locator = ValueLocator(bytes: bytes)
        locator.skipBlanks()
        locator.locate(&wanted)
        return paths.map { wanted.offset(of: $0.steps[...]) }
    }

    /// Notes where the value that begins here stands, and the values in it that are wanted; leaves the position after it.
    private mutating func locate(_ wanted: inout PathTree) {
        wanted.offset = position
        guard !wanted.children.isEmpty, let open = current, open == UInt8(ascii: "{") || open == UInt8(ascii: "[")
        else {
            return skipValue()
        }
        position += 1
        skipBlanks()
        var index = 0
        while let byte = current, byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") {
            guard let step = open == UInt8(ascii: "{") ? nextMember() : .element(index) else { return }
            if var child = wanted.children[step] {
                locate(&child)
                wanted.children[step] = child
            } else {
                skipValue()
            }
            index += 1
            skipBlanks()
            _ = skip(UInt8(ascii: ","))
        }
        position += 1
    }

    /// The member that begins here; leaves the position on its value.
    private mutating func nextMember() -> MemberPath.Step? {
        let start = position
        skipValue()
        guard let key = try? JSONValue(parsing: bytes[start..<position]).string else { return nil }
        skipBlanks()
        return skip(UInt8(ascii: ":")) ? .member(key) : nil
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Leaves the position after the value that begins here.
    private mutating func skipValue() {
        var depth = 0
        repeat {
            switch current {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""): skipString()
            case nil: return
            default: break
            }
            position += 1
        } while depth > 0 || !isAtDelimiter
    }

    /// Leaves the position on the closing quote.
    private mutating func skipString() {
        position += 1
        while let byte = current, byte != UInt8(ascii: "\"") {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
        }
    }

    private var isAtDelimiter: Bool {
        guard let byte = current else { return true }
        return byte <= 0x20 || [",", ":", "]", "}"].contains { UInt8(ascii: $0) == byte }
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        position += 1
        skipBlanks()
        return true
    }

    private mutating func skipBlanks() {
        while let byte = current, byte <= 0x20 { position += 1 }
    }
}

/// Paths that share their beginnings, and where the values on them stand.
private struct PathTree {
    var offset: Int?
    var children: [MemberPath.Step: PathTree] = [:]

    mutating func insert(_ steps: ArraySlice<MemberPath.Step>) {
        guard let step = steps.first else { return }
        children[step, default: PathTree()].insert(steps.dropFirst())
    }

    /// Where the value stands, or the nearest enclosing one that was found.
    func offset(of steps: ArraySlice<MemberPath.Step>) -> Int {
        guard let step = steps.first, let child = children[step], child.offset != nil else { return offset ?? 0 }
        return child.offset(of: steps.dropFirst())
    }
}
