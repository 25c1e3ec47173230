public import AppStoreModels

/// Something that a store has, as its control interface tells of it: its known members as properties, all of them as
/// `json`.
///
/// The store may be of another version than the client: a property is nil for what it did not say, and what a record does
/// not know stays in its `json`.
public protocol StoreRecord: JSONBacked {
    /// The member that lists such records in an answer.
    static var listName: String { get }
}

/// Some records of one kind.
public struct RecordList<Record: StoreRecord>: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The records, in the store's order.
    public var records: [Record] { json.records() }
}

extension JSONObject {
    /// The records of a kind that are listed here.
    func records<Record: StoreRecord>(_ key: String = Record.listName) -> [Record] {
        self[array: key]?.compactMap(\.object).map(Record.init(json:)) ?? []
    }

    /// The texts of an array member.
    func texts(_ key: String) -> [String] { self[array: key]?.compactMap(\.string) ?? [] }

    /// A whole number that fits `Int`.
    func number(_ key: String) -> Int? { self[integer: key].flatMap(Int.init(exactly:)) }
}
