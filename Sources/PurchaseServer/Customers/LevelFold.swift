import Entitlements
import Foundation

/// Which levels follow from products and grants.
struct LevelFold {
    /// The products of each level.
    let products: [String: Set<String>]

    /// The levels at a moment, sorted by name; each by what gives it for longest.
    func levels(of entitlements: [Entitlement], and grants: [Grant], at date: Date) -> [CustomerLevel] {
        let bought = entitlements.filter(\.isEntitled).flatMap { entitlement in
            products.filter { $0.value.contains(entitlement.productID) }.keys.map { level in
                CustomerLevel(
                    level: level,
                    expiresDate: entitlement.expiresDate,
                    productID: entitlement.productID,
                    grant: nil
                )
            }
        }
        let granted = grants.filter { $0.isRunning(at: date) }.map {
            CustomerLevel(level: $0.level, expiresDate: $0.end, productID: nil, grant: $0.name)
        }
        return Dictionary(grouping: bought + granted, by: \.level).values.compactMap { $0.min(by: Self.isPreferred) }
            .sorted { $0.level < $1.level }
    }

    /// The later end first, then a purchase before a grant, then by name, so that the answer is always the same.
    private static func isPreferred(_ left: CustomerLevel, _ right: CustomerLevel) -> Bool {
        let ends = (left.expiresDate ?? .distantFuture, right.expiresDate ?? .distantFuture)
        guard ends.0 == ends.1 else { return ends.0 > ends.1 }
        return (left.productID ?? "\u{10FFFF}", left.grant ?? "") < (right.productID ?? "\u{10FFFF}", right.grant ?? "")
    }
}
