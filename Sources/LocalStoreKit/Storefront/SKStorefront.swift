public import Foundation

/// The national store that the customer's account belongs to.
// Sendable is safe: every stored property is immutable and Sendable.
open class SKStorefront: NSObject, @unchecked Sendable {
    private let storedCountryCode: String
    private let storedIdentifier: String

    /// A storefront without values, for subclasses.
    public override init() {
        storedCountryCode = ""
        storedIdentifier = ""
        super.init()
    }

    init(countryCode: String, identifier: String) {
        storedCountryCode = countryCode
        storedIdentifier = identifier
        super.init()
    }

    /// The country as ISO 3166-1 alpha-3, such as "USA".
    open var countryCode: String { storedCountryCode }

    /// The store's own number for the storefront, such as "143441".
    open var identifier: String { storedIdentifier }
}
