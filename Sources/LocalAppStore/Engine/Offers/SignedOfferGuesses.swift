import Foundation
import StoreConfiguration

/// What a developer's server may have signed by mistake: other things of the same shop.
struct SignedOfferGuesses {
    /// How many of each kind are tried: each costs the verification of a signature, and others wait meanwhile.
    static let limit = 100

    var apps: [String]
    var products: [String]
    var offers: [String]
    var customers: [String]
    var nonces: [String]
    /// Offers of other products, each with its product.
    var offersElsewhere: [(product: String, offer: String)]

    /// Each kind with its name, and what may stand in the place of what was expected.
    func parts(
        instead expected: SignedOfferParts
    ) -> [(name: String, part: WritableKeyPath<SignedOfferParts, String>, values: [String])] {
        let kinds: [(name: String, part: WritableKeyPath<SignedOfferParts, String>, values: [String])] = [
            ("app", \.bundleID, apps), ("product", \.productID, products), ("offer", \.offerID, offers),
            ("customer", \.customer, customers), ("nonce", \.nonce, nonces),
        ]
        return kinds.map { name, part, values in
            (name, part, Array(values.filter { $0 != expected[keyPath: part] }.prefix(Self.limit)))
        }
    }
}

extension StoreEngine {
    /// What may have been signed instead of what a purchase needs.
    func guesses(instead request: PurchaseRequest) -> SignedOfferGuesses {
        let pairs = catalogue.all.flatMap { entry in
            (entry.subscription?.promotionalOffers ?? []).compactMap(\.offerID).map { (entry.productID, $0) }
        }
        let tokens = ledger.records(of: request.accountID).compactMap { $0.appAccountToken?.uuidString.lowercased() }
        let own = [request.appAccountToken?.uuidString.lowercased(), request.applicationUsername, request.accountID]
        return SignedOfferGuesses(
            apps: relatedApps,
            products: catalogue.all.map(\.productID),
            offers: Set(pairs.map(\.1)).sorted(),
            customers: own.compactMap(\.self) + Set(tokens).sorted(),
            // Of very many it would be chance which are looked at.
            nonces: offerState.usedNonces.count > SignedOfferGuesses.limit
                ? [] : offerState.usedNonces.map { $0.uuidString.lowercased() }.sorted(),
            offersElsewhere: Array(pairs.prefix(SignedOfferGuesses.limit))
        )
    }

    /// Apps that a server is set up for by mistake: builds of this one for development and tests, the app that it is an
    /// extension of, and the identifier in another case.
    private var relatedApps: [String] {
        let parts = app.bundleID.split(separator: ".")
        let above = (1..<max(2, parts.count)).map { parts.prefix($0).joined(separator: ".") }
        let builds = ["dev", "debug", "development", "beta", "staging", "test", "release"]
        let beside = builds.map { "\(app.bundleID).\($0)" }
        return [app.bundleID.lowercased(), app.bundleID.uppercased()] + above.reversed() + beside
    }
}
