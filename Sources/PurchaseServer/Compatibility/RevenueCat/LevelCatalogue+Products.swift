import Entitlements

extension LevelCatalogue {
    /// The products that give each level, those included that give a higher one.
    var productsByLevel: [String: Set<String>] {
        let products = Set(levels.flatMap(\.productIDs))
        var given = Dictionary(uniqueKeysWithValues: levels.map { ($0.level.rawValue, Set<String>()) })
        for product in products {
            for level in self.levels(grantedBy: product) { given[level.rawValue]?.insert(product) }
        }
        return given
    }
}
