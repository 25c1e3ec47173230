import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension StoreClient {
    /// Looks at what is owned, at once and whenever it may be something else, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - statuses: Tells what changes about subscriptions; nil if nobody is listened to.
    ///   - secondsLeft: In how many seconds something ends by itself; nil if nothing does.
    ///   - look: Finds out what is owned.
    func followOwnership(
        statuses: HandedOver<Product.SubscriptionInfo.Status.Statuses.AsyncIterator>? = nil,
        secondsLeft: @escaping @Sendable () -> TimeInterval?,
        look: @escaping @Sendable (EntitlementChange.Cause) async -> Void
    ) async {
        // Listened to from now on, so that what happens during the first look is not missed.
        let (purchases, losses) = (transactions, revocations)
        // The first one is the storefront of now.
        let moves = storefronts.dropFirst()
        let sheets = sheetFeed.stream()
        let looks = ownershipFeed.stream()
        let ends = EndWatch(sleep: services.sleep, secondsLeft: secondsLeft, look: { await look(.subscription) })
        await look(.launch)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await Self.follow(purchases, look) }
            group.addTask { for await change in losses { await look(change.cause) } }
            group.addTask { for await _ in moves { await look(.storefront) } }
            group.addTask { for await cause in sheets { await look(cause) } }
            group.addTask { await ends.follow(looks) }
            if let statuses {
                group.addTask {
                    var statuses = statuses.value
                    while await statuses.next() != nil { await look(.subscription) }
                }
            }
        }
    }

    private static func follow(
        _ purchases: AsyncStream<Purchase>,
        _ look: @Sendable (EntitlementChange.Cause) async -> Void
    ) async {
        for await purchase in purchases {
            switch purchase.transaction.transactionState {
            case .purchased: await look(.purchase)
            case .restored: await look(.restore)
            default: continue
            }
        }
    }
}
