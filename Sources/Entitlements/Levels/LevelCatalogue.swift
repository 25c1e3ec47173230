/// Which products grant which levels of access, as the developer of one app says.
///
/// ```swift
/// let catalogue = try LevelCatalogue(
///     [
///         .init("pro", productIDs: ["com.example.monthly", "com.example.yearly"]),
///         .init("gold", productIDs: ["com.example.gold"]),
///     ],
///     isOrdered: true
/// )
/// ```
///
/// As JSON:
/// `{"levels":[{"level":"pro","productIds":["monthly","yearly"]},{"level":"gold","productIds":["gold"]}],"isOrdered":true}`
public struct LevelCatalogue: Sendable, Hashable {
    /// A level and what grants it.
    public struct Definition: Sendable, Hashable {
        /// The level.
        public let level: EntitlementLevel
        /// The products that grant it; none if only grants do.
        public let productIDs: Set<String>

        /// A level that these products grant.
        public init(_ level: EntitlementLevel, productIDs: Set<String> = []) {
            self.level = level
            self.productIDs = productIDs
        }
    }

    /// The levels; of ordered ones the lowest comes first.
    public let levels: [Definition]
    /// Whether a level includes all that stand before it: who has `gold` has `pro`, too.
    public let isOrdered: Bool

    /// A catalogue of these levels.
    ///
    /// - Parameters:
    ///   - levels: The levels; of ordered ones the lowest first. A product may grant several.
    ///   - isOrdered: Whether a level includes all that stand before it.
    /// - Throws: ``LevelError`` if a level has no name or occurs twice, or if a product has no identifier.
    public init(_ levels: [Definition], isOrdered: Bool = false) throws(LevelError) {
        var seen: Set<EntitlementLevel> = []
        for definition in levels {
            guard !definition.level.rawValue.isEmpty else { throw LevelError(.unnamedLevel) }
            guard seen.insert(definition.level).inserted else {
                throw LevelError(.repeatedLevel, level: definition.level)
            }
            guard !definition.productIDs.contains("") else {
                throw LevelError(.unnamedProduct, level: definition.level)
            }
        }
        self.levels = levels
        self.isOrdered = isOrdered
    }

    /// A catalogue without levels: nothing grants anything but a level that is granted by name.
    public init() {
        levels = []
        isOrdered = false
    }

    /// The levels that a product grants, those included by order too; the lowest of ordered ones first.
    public func levels(grantedBy productID: String) -> [EntitlementLevel] {
        let granted = levels.indices.filter { levels[$0].productIDs.contains(productID) }
        guard isOrdered, let highest = granted.last else { return granted.map { levels[$0].level } }
        return levels[...highest].map(\.level)
    }

    /// A level and what it includes by order. A level that the catalogue does not know includes only itself.
    public func levels(includedIn level: EntitlementLevel) -> [EntitlementLevel] {
        guard isOrdered, let index = levels.firstIndex(where: { $0.level == level }) else { return [level] }
        return levels[...index].map(\.level)
    }
}

extension LevelCatalogue: Codable {
    private enum CodingKeys: String, CodingKey { case levels, isOrdered }

    /// Reads a catalogue; `isOrdered` may be left out, where it is false.
    ///
    /// - Throws: ``LevelError`` if it breaks a rule, `DecodingError` if it is not of this form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            try container.decode([Definition].self, forKey: .levels),
            isOrdered: try container.decodeIfPresent(Bool.self, forKey: .isOrdered) ?? false
        )
    }
}

extension LevelCatalogue.Definition: Codable {
    private enum CodingKeys: String, CodingKey {
        case level
        case productIDs = "productIds"
    }

    /// Reads a level; `productIds` may be left out where only grants give it.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(EntitlementLevel.self, forKey: .level),
            productIDs: try container.decodeIfPresent(Set<String>.self, forKey: .productIDs) ?? []
        )
    }

    /// Writes the products in order, so that equal catalogues are equal texts.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(level, forKey: .level)
        try container.encode(productIDs.sorted(), forKey: .productIDs)
    }
}
