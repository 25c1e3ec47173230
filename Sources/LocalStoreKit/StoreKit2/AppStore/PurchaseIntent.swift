/// A purchase that the customer began in the App Store, and comes to the app with.
///
/// Listen to ``intents``, or observe the payment queue of StoreKit 1, never both: whoever asks first gets the purchase.
public struct PurchaseIntent: Equatable, Sendable, Identifiable {
    /// What the customer wants.
    public let product: Product
    /// The offer that the customer saw; nil if there was none.
    public let offer: Product.SubscriptionOffer?

    /// The product's identifier.
    public var id: Product.ID { product.id }

    /// The purchases that the customer begins in the App Store, without end; those that wait come first.
    public static var intents: PurchaseIntent.PurchaseIntents { PurchaseIntents(device: LocalDevice.current) }

    /// Purchases that were begun in the App Store, as an asynchronous sequence.
    public struct PurchaseIntents: AsyncSequence {
        /// A purchase that was begun in the App Store.
        public typealias Element = PurchaseIntent
        /// It cannot fail.
        public typealias Failure = Never

        let device: LocalDevice?

        /// Gives one after another.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// A purchase that was begun in the App Store.
            public typealias Element = PurchaseIntent
            /// It cannot fail.
            public typealias Failure = Never

            let listener: Listener<PurchaseIntent>

            /// The next one; nil when the task was cancelled.
            @concurrent public mutating func next() async -> PurchaseIntent? { await listener.next() }
        }

        /// Takes the purchases that wait, and hears of others from now on.
        public func makeAsyncIterator() -> PurchaseIntent.PurchaseIntents.AsyncIterator {
            let device = device ?? LocalDevice.inUse
            return AsyncIterator(listener: device.transactions.listenToIntents(in: device))
        }
    }
}
