/// A value for a placeholder (`$1`) of a statement.
///
/// What type the placeholder has is the statement's affair: numbers, truth values and text are sent as text, which every
/// type reads; bytes as they are.
package enum PostgreSQLValue: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    /// Text for a column of any type: `text`, `jsonb`, `numeric`, `timestamptz`… A NUL in it is refused before it is sent:
    /// PostgreSQL has no text with a NUL.
    case text(String)
    /// Bytes, for `bytea`. For a column of text the server looks whether they are UTF-8.
    case bytes([UInt8])

    /// The number, or null.
    package static func integer(_ value: Int?) -> Self { value.map { .integer(Int64($0)) } ?? .null }

    /// The text, or null.
    package static func text(_ value: String?) -> Self { value.map { .text($0) } ?? .null }

    /// How many bytes it is about to add to what is sent.
    var size: Int {
        switch self {
        case .null, .bool: 1
        case .integer, .real: 8
        case .text(let text): text.utf8.count
        case .bytes(let bytes): bytes.count
        }
    }
}

extension PostgreSQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByNilLiteral, ExpressibleByFloatLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(floatLiteral value: Double) { self = .real(value) }
    package init(nilLiteral: ()) { self = .null }
}
