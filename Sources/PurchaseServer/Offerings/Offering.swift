package import AppStoreModels

/// A named list of products with what the developer wants to say about it, so that a shop changes without a release.
package struct Offering: Sendable, Hashable {
    /// The developer's name of it.
    package var name: String
    /// The products, in the order in which they are shown.
    package var productIDs: [String]
    /// The developer's own JSON; nil for none.
    package var metadata: JSONObject?
    /// Whether it is the one to show where an app asks for none by name.
    package var isCurrent: Bool

    /// An offering.
    package init(name: String, productIDs: [String], metadata: JSONObject? = nil, isCurrent: Bool = false) {
        self.name = name
        self.productIDs = productIDs
        self.metadata = metadata
        self.isCurrent = isCurrent
    }
}

/// All offerings at one moment.
package struct OfferingList: Sendable, Hashable {
    /// Counts the changes of the list.
    package var revision: Int64
    /// Sorted by name.
    package var offerings: [Offering]
}
