public import Foundation
import LocalAppStore

/// The national store that the customer's account belongs to.
public struct Storefront: Identifiable, Sendable {
    /// The country as ISO 3166-1 alpha-3, such as `USA`.
    public let countryCode: String
    /// The store's own number for the storefront, such as `143441`.
    public let id: String

    init(countryCode: String, id: String) { (self.countryCode, self.id) = (countryCode, id) }

    init(_ storefront: SKStorefront) {
        self.init(countryCode: storefront.countryCode, id: storefront.identifier)
    }

    /// What is paid with there; nil for a country that the local store does not know.
    public var currency: Locale.Currency? {
        StoreCountry(code: countryCode).map { Locale.Currency($0.currency) }
    }

    /// The customer's storefront; nil if it is not known.
    public static var current: Storefront? {
        get async { await LocalDevice.inUse.storefront() }
    }

    /// The storefronts that the customer moves to from now on, without end.
    public static var updates: Storefront.Storefronts { Storefronts(device: LocalDevice.current) }
}

extension Storefront {
    /// Storefronts as an asynchronous sequence.
    public struct Storefronts: AsyncSequence, Sendable {
        /// A storefront.
        public typealias Element = Storefront
        /// It cannot fail.
        public typealias Failure = Never

        let device: LocalDevice?

        /// Gives one storefront after another.
        public struct AsyncIterator: AsyncIteratorProtocol {
            /// A storefront.
            public typealias Element = Storefront
            /// It cannot fail.
            public typealias Failure = Never

            let listener: Listener<Storefront>

            /// The next storefront; nil when the task was cancelled.
            @concurrent public mutating func next() async -> Storefront? { await listener.next() }
        }

        /// Hears of changes from now on.
        public func makeAsyncIterator() -> Storefront.Storefronts.AsyncIterator {
            let device = device ?? LocalDevice.inUse
            return AsyncIterator(listener: device.transactions.storefronts.listen())
        }
    }
}
