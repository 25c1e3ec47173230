import LocalAppStore
import Locking

extension Product.SubscriptionInfo {
    /// Where a subscription stands.
    public struct Status: Equatable, Hashable, Sendable {
        /// Whether it is active.
        public let state: Product.SubscriptionInfo.RenewalState
        /// The transaction of the current, or last, period.
        public let transaction: VerificationResult<Transaction>
        /// What it will do next.
        public let renewalInfo: VerificationResult<Product.SubscriptionInfo.RenewalInfo>
        /// Which group it is of.
        let groupID: String

        /// What changes about the customer's subscriptions from now on, without end.
        ///
        /// An expiry, or a renewal that is turned off, comes here only: neither makes a transaction.
        public static var updates: Product.SubscriptionInfo.Status.Statuses { Statuses(device: LocalDevice.current) }

        /// Where all subscriptions of the customer stand, by group; ends after the last one.
        public static var all: AsyncStream<(groupID: String, statuses: [Product.SubscriptionInfo.Status])> {
            let device = LocalDevice.inUse
            return AsyncStream { continuation in
                device.work.enqueue {
                    for group in (try? device.statusesByGroup()) ?? [] { continuation.yield(group) }
                    continuation.finish()
                }
            }
        }
    }
}

extension Product.SubscriptionInfo.Status {
    /// What changes about subscriptions, as an asynchronous sequence.
    public struct Statuses: AsyncSequence, Sendable {
        /// Where a subscription stands.
        public typealias Element = Product.SubscriptionInfo.Status
        /// It cannot fail.
        public typealias Failure = Never

        let device: LocalDevice?

        /// Gives one status after another.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// Where a subscription stands.
            public typealias Element = Product.SubscriptionInfo.Status
            /// It cannot fail.
            public typealias Failure = Never

            let listener: Listener<Element>

            /// The next status; nil when the task was cancelled.
            @concurrent public mutating func next() async -> Product.SubscriptionInfo.Status? { await listener.next() }
        }

        /// Hears of what changes from now on.
        public func makeAsyncIterator() -> Product.SubscriptionInfo.Status.Statuses.AsyncIterator {
            let device = device ?? LocalDevice.inUse
            return AsyncIterator(listener: device.transactions.statuses.listen())
        }
    }
}
