import Foundation

// What an app asks for that leads out of the catalogue: Advanced Commerce, and purchases outside of the App Store.
extension DeviceMessages {
    /// Asks for an operation of Advanced Commerce that the customer has confirmed.
    package struct CommerceOrder: Codable, Sendable {
        package var account: String
        /// The generic product.
        package var productID: String
        /// The request, signed by the developer's server.
        package var compactJWS: String
        package init(account: String, productID: String, compactJWS: String) {
            (self.account, self.productID, self.compactJWS) = (account, productID, compactJWS)
        }
    }

    /// What came of it: a purchase, or the rule that the request breaks.
    package struct CommerceAnswer: Codable, Sendable {
        package var purchase: Purchase?
        package var refusal: CommerceRefusal?
    }

    /// A rule of Advanced Commerce that is broken.
    package struct CommerceRefusal: Codable, Sendable, Hashable {
        /// The App Store's number, for example 4000011.
        package var code: Int
        package var message: String
    }

    /// Asks for a token of purchases outside of the App Store.
    package struct ExternalTokenRequest: Codable, Sendable {
        package var account: String
        /// Apple's word, for example `ACQUISITION`.
        package var kind: String
        package init(account: String, kind: String) { (self.account, self.kind) = (account, kind) }
    }

    /// A token as an app gets it.
    package struct ExternalToken: Codable, Sendable {
        /// Base64url of the token's JSON.
        package var value: String
    }
}
