import OrderedCollections

/// The extensions of many subscriptions that were asked for, by product and identifier.
struct MassExtensionState: Sendable, Hashable {
    private var extensions: OrderedDictionary<String, MassExtension> = [:]

    /// All of them in the order in which they were asked for.
    var all: [MassExtension] { Array(extensions.values) }

    subscript(key: String) -> MassExtension? { extensions[key] }

    /// Adds one or replaces its older state, which is returned.
    mutating func put(_ extended: MassExtension) -> MassExtension? {
        extensions.updateValue(extended, forKey: extended.key)
    }

    mutating func takeBack(_ key: String, old: MassExtension?) { extensions[key] = old }
}
