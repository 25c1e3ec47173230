import SwiftyStoreKit

/// What belongs to the customer, as the shop can know it at once.
///
/// On StoreKit 2 that is what the App Store signed: the receipt has a purchase there only after a refresh, which may ask for
/// the password. On StoreKit 1 it is the receipt, which has a purchase as soon as anybody hears of it.
enum Belongings: Sendable {
    case signed(SignedEntitlements)
    case receipt(OwnedProducts)

    /// The products that the customer may use now.
    var productIDs: Set<String> {
        switch self {
        case .signed(let owned): owned.state.productIDs
        case .receipt(let owned): owned.state.productIDs
        }
    }

    func owns(_ productID: String) -> Bool { productIDs.contains(productID) }

    /// Follows what happens until the task is cancelled.
    func run() async {
        switch self {
        case .signed(let owned): await owned.run()
        case .receipt(let owned): await owned.run()
        }
    }

    /// Looks anew; nobody is asked for a password.
    func refresh(because cause: EntitlementChange.Cause = .request) async {
        switch self {
        case .signed(let owned): await owned.refresh(because: cause)
        case .receipt(let owned): await owned.reconcile(because: cause)
        }
    }
}

extension Belongings: OwnershipSource {
    func isOwned(_ productID: String) -> Bool? {
        switch self {
        case .signed(let owned): owned.isOwned(productID)
        case .receipt(let owned): owned.isOwned(productID)
        }
    }

    func askAgain() async { await refresh() }
}
