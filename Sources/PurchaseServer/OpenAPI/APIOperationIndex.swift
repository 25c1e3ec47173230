import HTTPServing
import HTTPTypes

/// The operations by where they are.
struct APIOperationIndex: Sendable {
    static let all = Self(APIOperation.all)

    /// By how many parts the path has.
    private let byLength: [Int: [(parts: [Substring], operation: APIOperation)]]

    init(_ operations: [APIOperation]) {
        let split = operations.map { (parts: $0.path.split(separator: "/"), operation: $0) }
        byLength = Dictionary(grouping: split, by: \.parts.count)
    }

    func operation(_ method: HTTPRequest.Method, at path: String) -> APIOperation? {
        operations(at: path).first { $0.method == method }
    }

    /// What may be asked at an address; empty if there is nothing.
    func methods(at path: String) -> [HTTPRequest.Method] {
        var methods = operations(at: path).map(\.method)
        if methods.contains(.get) { methods.append(.head) }
        return methods
    }

    /// What is named in the path comes before what may have any name.
    private func operations(at path: String) -> [APIOperation] {
        let parts = path.split(separator: "/")
        let found = byLength[parts.count, default: []].filter { known in
            zip(known.parts, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        let fewest = found.map { $0.parts.count { $0.hasPrefix("{") } }.min()
        return found.filter { $0.parts.count { $0.hasPrefix("{") } == fewest }.map(\.operation)
    }
}

extension APIOperation {
    /// Whether a key for repeated requests is refused: nothing with a secret in it is stored, and nothing about keys.
    var refusesIdempotencyKey: Bool { method == .post && demand != nil && !isRepeatable }

    /// All that may stand behind the question mark: apps may name themselves wherever they ask.
    var allQueries: [(name: String, schema: JSONSchema)] {
        let isNamed = queries.contains { $0.name == "bundleId" }
        guard part == .app, !isNamed else { return queries }
        return queries + [("bundleId", .text(1...128))]
    }
}
