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
    var forSQLite: StatementArguments {
        guard named.isEmpty else { return StatementArguments(named) }
        // As literals: of those GRDB knows what they are made of, and of any other list it has to find that out each time.
        let all = values
        return switch all.count {
        case 1: [all[0]]
        case 2: [all[0], all[1]]
        case 3: [all[0], all[1], all[2]]
        case 4: [all[0], all[1], all[2], all[3]]
        case 5: [all[0], all[1], all[2], all[3], all[4]]
        case 6: [all[0], all[1], all[2], all[3], all[4], all[5]]
        case 7: [all[0], all[1], all[2], all[3], all[4], all[5], all[6]]
        case 8: [all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7]]
        default: StatementArguments(all)
        }
    }
}
