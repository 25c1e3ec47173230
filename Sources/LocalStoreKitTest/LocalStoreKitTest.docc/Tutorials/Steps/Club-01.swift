import SwiftyStoreKit

/// The flower club, as the app sells it.
enum Club {
    static let posy = "com.example.flowershop.club.posy"

    /// Joins the club; the answer is what the customer reads.
    static func join() async -> String {
        switch await SwiftyStoreKit.purchaseProduct(posy) {
        case .success: "Welcome to the club"
        case .deferred: "Somebody has to approve"
        case .error(let error): error.localizedDescription
        }
    }
}
