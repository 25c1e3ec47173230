/// The offers of one subscription group that the server signs for apps.
///
/// ```swift
/// var group = OfferGroup(productIDs: ["com.example.flowers.monthly", "com.example.flowers.yearly"])
/// group.promotional["com.example.flowers.monthly"] = ["comeback": .lapsed]
/// group.introductory = .once
/// ```
public struct OfferGroup: Sendable, Hashable {
    /// All products of the group: what somebody bought of them decides who may have an offer.
    public var productIDs: Set<String>
    /// For each product the identifiers of its promotional offers, as App Store Connect has them, and for whom they are.
    public var promotional: [String: [String: OfferAudience]]
    /// Who may have introductory offers; nil leaves it to the App Store, and nothing is signed.
    public var introductory: IntroductoryOfferRule?

    /// A group.
    public init(
        productIDs: Set<String>,
        promotional: [String: [String: OfferAudience]] = [:],
        introductory: IntroductoryOfferRule? = nil
    ) {
        self.productIDs = productIDs
        self.promotional = promotional
        self.introductory = introductory
    }
}

extension [OfferGroup] {
    /// What is wrong, if something is.
    var mistake: String? {
        let products = flatMap(\.productIDs)
        if let twice = products.first(where: { name in products.count { $0 == name } > 1 }) {
            return "\(twice.prefix(128)) is in two groups of offers; a product belongs to one"
        }
        for group in self {
            if let stranger = group.promotional.keys.sorted().first(where: { !group.productIDs.contains($0) }) {
                return "\(stranger.prefix(128)) has offers and is no product of the group; add it to the products"
            }
            let names = group.productIDs.union(group.promotional.values.flatMap(\.keys))
            if let bad = names.first(where: { !$0.isIdentifier || $0.contains("\u{2063}") }) {
                return "a product or an offer has an identifier of 1 to 128 bytes, not \(bad.prefix(155))"
            }
        }
        return nil
    }
}
