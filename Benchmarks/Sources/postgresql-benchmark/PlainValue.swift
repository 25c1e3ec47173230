/// A value as a program in C sends it to PostgreSQL: text, or octets as they are.
enum PlainValue: Sendable {
    case null
    case text([UInt8])
    case bytes([UInt8])

    init(_ text: String) { self = .text(Array(text.utf8)) }
}

/// Rows that a program in C writes, a few statements for each number.
protocol PlainRows: Sendable {
    /// The statements, which are prepared once.
    var statements: [String] { get }

    /// For a number, what is written: statements by their places, and their values. No two numbers write the same.
    func rows(_ number: Int) -> [(statement: Int, values: [PlainValue])]
}
