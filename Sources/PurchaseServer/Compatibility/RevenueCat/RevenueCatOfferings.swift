import AppStoreModels

/// Offerings as that interface has them: lists of packages, each a product under a name such as `$rc_monthly`.
///
/// The names of packages and the description are members of an offering's own JSON: `packages`, by package, and
/// `description`. A product without a package is one of its own name.
struct RevenueCatOfferings {
    let offerings: [Offering]
    /// The one that the customer who asks sees; nil for the one that all see.
    let override: String?

    var json: JSONObject {
        let own = offerings.first { $0.name == override }
        let current = own ?? offerings.first(where: \.isCurrent)
        return [
            "current_offering_id": current.map { .string($0.name) } ?? .null,
            "offerings": .array(offerings.map { .object(Self.json($0)) }),
        ]
    }

    private static func json(_ offering: Offering) -> JSONObject {
        var metadata = offering.metadata ?? JSONObject()
        let named = metadata[object: "packages"]?.members.compactMap { name, value in
            value.string.map { (name, $0) }
        }
        let description = metadata["description"]?.string
        metadata["packages"] = nil
        metadata["description"] = nil
        let names = Dictionary((named ?? []).map { ($1, $0) }) { first, _ in first }
        let packages = offering.productIDs.map { product -> JSONValue in
            [
                "identifier": .string(names[product] ?? product),
                "platform_product_identifier": .string(product),
            ]
        }
        return [
            "description": .string(description ?? ""), "identifier": .string(offering.name),
            "metadata": metadata.isEmpty ? .null : .object(metadata), "packages": .array(packages),
        ]
    }
}
