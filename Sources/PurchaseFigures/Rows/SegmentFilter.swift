/// Which rows count.
///
/// What was bought in a sandbox is left out unless it is asked for: nobody paid for it.
public struct SegmentFilter: Sendable, Hashable, Codable {
    /// The values that count, by dimension; a dimension that is not named does not matter.
    public private(set) var values: [SegmentDimension: Set<String>]

    /// A filter; without an environment only production counts.
    public init(_ values: [SegmentDimension: Set<String>] = [:]) {
        self.values = values
        if values[.environment] == nil { self.values[.environment] = ["Production"] }
    }

    /// A filter of purchases of all App Stores, those that nobody paid for among them, unless it names some.
    public init(everywhere values: [SegmentDimension: Set<String>]) { self.values = values }

    /// Purchases of all App Stores, those that nobody paid for among them.
    public static var everywhere: Self { Self(everywhere: [:]) }

    /// Whether a row of this segment counts.
    public func contains(_ segment: Segment) -> Bool {
        values.allSatisfy { dimension, values in values.contains(segment[dimension]) }
    }
}

extension SegmentFilter {
    private enum CodingKeys: String, CodingKey, CaseIterable {
        case app, product, storefront, environment, currency

        var dimension: SegmentDimension? { SegmentDimension(rawValue: rawValue) }
    }

    /// Reads what ``encode(to:)`` writes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        values = [:]
        for key in CodingKeys.allCases {
            guard let dimension = key.dimension else { continue }
            values[dimension] = try container.decodeIfPresent(Set<String>.self, forKey: key)
        }
    }

    /// Writes the values of each dimension, sorted.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        for key in CodingKeys.allCases {
            guard let dimension = key.dimension, let chosen = values[dimension] else { continue }
            try container.encode(chosen.sorted(), forKey: key)
        }
    }
}
