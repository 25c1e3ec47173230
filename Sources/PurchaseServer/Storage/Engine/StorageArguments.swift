import GRDB

/// What stands for the placeholders of a statement: in their order, or by their names.
struct StorageArguments: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// In the order of the placeholders.
    private(set) var values: [(any DatabaseValueConvertible)?]
    /// By name, without the colon.
    private(set) var named: [String: (any DatabaseValueConvertible)?]

    init() { (values, named) = ([], [:]) }

    init(_ values: some Sequence<some DatabaseValueConvertible>) {
        self.values = values.map { value -> (any DatabaseValueConvertible)? in value }
        named = [:]
    }

    init(arrayLiteral elements: (any DatabaseValueConvertible)?...) { (values, named) = (elements, [:]) }

    init(dictionaryLiteral elements: (String, (any DatabaseValueConvertible)?)...) {
        (values, named) = ([], Dictionary(elements) { _, last in last })
    }

    /// Placeholders for a list of values: `?, ?, ?`.
    static func places(_ count: Int) -> String { Array(repeating: "?", count: count).joined(separator: ", ") }

    static func + (first: Self, second: Self) -> Self {
        var both = first
        both += second
        return both
    }

    static func += (first: inout Self, second: Self) {
        first.values += second.values
        first.named.merge(second.named) { _, last in last }
    }

    /// For GRDB.
    var forSQLite: StatementArguments { named.isEmpty ? StatementArguments(values) : StatementArguments(named) }
}
