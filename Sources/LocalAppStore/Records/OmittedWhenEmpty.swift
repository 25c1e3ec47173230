/// A collection of which nothing is written where there is nothing in it: most records have none, and logs are long.
@propertyWrapper
public struct OmittedWhenEmpty<Elements: Collection> {
    /// What is in it.
    public var wrappedValue: Elements

    /// A collection.
    public init(wrappedValue: Elements) { self.wrappedValue = wrappedValue }
}

extension OmittedWhenEmpty: Sendable where Elements: Sendable {}
extension OmittedWhenEmpty: Equatable where Elements: Equatable {}
extension OmittedWhenEmpty: Hashable where Elements: Hashable {}

extension OmittedWhenEmpty: Encodable where Elements: Encodable {
    /// The collection, as it is written anywhere.
    public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension OmittedWhenEmpty: Decodable where Elements: Decodable {
    /// The collection, as it is read anywhere.
    public init(from decoder: any Decoder) throws { wrappedValue = try Elements(from: decoder) }
}

extension KeyedEncodingContainer {
    /// Writes the member, unless it is empty.
    mutating func encode<Elements: Encodable>(_ value: OmittedWhenEmpty<Elements>, forKey key: Key) throws {
        if !value.wrappedValue.isEmpty { try encode(value.wrappedValue, forKey: key) }
    }

    /// Writes the member, unless it is empty, in an order that is the same in every process.
    mutating func encode<Element: Encodable & Comparable>(
        _ value: OmittedWhenEmpty<Set<Element>>,
        forKey key: Key
    ) throws {
        if !value.wrappedValue.isEmpty { try encode(value.wrappedValue.sorted(), forKey: key) }
    }
}

extension KeyedDecodingContainer {
    /// Reads the member; without it the collection is empty.
    func decode<Elements: Decodable & RangeReplaceableCollection>(
        _ type: OmittedWhenEmpty<Elements>.Type,
        forKey key: Key
    ) throws -> OmittedWhenEmpty<Elements> {
        OmittedWhenEmpty(wrappedValue: try decodeIfPresent(Elements.self, forKey: key) ?? Elements())
    }

    /// Reads the member; without it the set is empty.
    func decode<Element: Decodable>(
        _ type: OmittedWhenEmpty<Set<Element>>.Type,
        forKey key: Key
    ) throws -> OmittedWhenEmpty<Set<Element>> {
        OmittedWhenEmpty(wrappedValue: try decodeIfPresent(Set<Element>.self, forKey: key) ?? [])
    }

    /// Reads the member; without it the dictionary is empty.
    func decode<Value: Decodable>(
        _ type: OmittedWhenEmpty<[String: Value]>.Type,
        forKey key: Key
    ) throws -> OmittedWhenEmpty<[String: Value]> {
        OmittedWhenEmpty(wrappedValue: try decodeIfPresent([String: Value].self, forKey: key) ?? [:])
    }
}
