package import Foundation

/// Something that the developer's app says about a customer, such as an e-mail address.
package struct CustomerAttribute: Sendable, Hashable {
    /// What it is; nil where it was taken away.
    package var value: String?
    /// When the app said so; what was said later counts.
    package var updatedDate: Date

    /// An attribute.
    package init(value: String?, updatedDate: Date) {
        self.value = value
        self.updatedDate = updatedDate
    }

    /// The longest name, in characters.
    package static let maximumKeyLength = 40
    /// The longest value, in characters.
    package static let maximumValueLength = 500
    /// How many a customer may have, removed ones included.
    package static let maximumCount = 200
}
