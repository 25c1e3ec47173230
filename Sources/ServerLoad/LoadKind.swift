/// What somebody does to a purchase server.
package enum LoadKind: String, Sendable, Hashable, CaseIterable {
    /// An app uploads a signed transaction.
    case upload
    /// An app asks what its customer has, and shows the entity tag of the last answer.
    case lookUp = "look-up"
    /// The App Store sends a notification.
    case notification
}
