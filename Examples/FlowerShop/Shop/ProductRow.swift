/// One line of the shop's list.
struct ProductRow: Sendable, Identifiable, Equatable {
    let id: String
    let title: String
    let description: String
    /// The price in the customer's currency.
    let price: String
    let isOwned: Bool
}

/// How a purchase went, as far as the customer cares.
enum BuyOutcome: Sendable, Equatable {
    case bought
    /// A parent has to approve it.
    case waiting
    case cancelled
    /// It failed; if `mayHaveBeenCharged`, do not ask the customer to try again: the purchase may still arrive.
    case failed(reason: String, mayHaveBeenCharged: Bool)

    /// What to tell the customer.
    var message: String {
        switch self {
        case .bought: "Thank you!"
        case .waiting: "Ask your parents to approve the purchase."
        case .cancelled: "Nothing was bought."
        case .failed(let reason, true): "The purchase is not complete yet. (\(reason))"
        case .failed(let reason, false): "The purchase failed. (\(reason))"
        }
    }
}
