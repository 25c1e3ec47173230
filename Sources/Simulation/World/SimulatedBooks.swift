import AppStoreModels
import Foundation
import LocalAppStore
import Locking
import StoreConfiguration

/// What the simulator counts by itself: what was paid for and what was given back, by its own list of prices.
final class SimulatedBooks: Sendable {
    /// Something that was paid for.
    struct Sale: Sendable {
        let customer: String
        let product: String
        let quantity: Int
        let cents: Int
        var isRefunded: Bool
    }

    private let sales = Locked<[String: Sale]>([:])

    /// Hears of everything that happens in the store.
    func note(_ event: StoreEvent) {
        for transaction in event.transactions where !transaction.isRestored {
            let price = SimulatedGoods.cents[transaction.productID] ?? 0
            let isFree = transaction.offer?.paymentMode == .freeTrial
            sales.withLock { sales in
                sales[transaction.transactionID] = Sale(
                    customer: transaction.accountID,
                    product: transaction.productID,
                    quantity: transaction.quantity,
                    cents: isFree ? 0 : price * transaction.quantity,
                    isRefunded: transaction.revocationDate != nil
                )
            }
        }
    }

    /// All sales, by transaction.
    var all: [String: Sale] { sales.withLock { $0 } }

    /// What was sold, in cents.
    var gross: Int { all.values.reduce(0) { $0 + $1.cents } }

    /// What was given back of it, in cents.
    var refunded: Int { all.values.reduce(0) { $0 + ($1.isRefunded ? $1.cents : 0) } }

    /// How many pieces of seeds a customer has bought.
    ///
    /// - Parameter isKept: Whether only those count that were not refunded.
    func seeds(of customer: String, isKept: Bool) -> Int {
        all.values.reduce(0) { sum, sale in
            guard sale.customer == customer, sale.product == SimulatedGoods.seeds, !isKept || !sale.isRefunded else {
                return sum
            }
            return sum + sale.quantity
        }
    }
}
