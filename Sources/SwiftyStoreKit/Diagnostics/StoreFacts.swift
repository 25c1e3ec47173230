/// What a diagnosis goes by.
public struct StoreFacts: Sendable, Hashable {
    /// Why products could not be loaded.
    public enum Failure: Sendable, Hashable {
        /// The store could not be reached.
        case network(String)
        /// The store's part of the system failed, or it gave no reason.
        case system(String)
        /// It is not sold in the customer's storefront.
        case storefront
        /// The app is not entitled to ask.
        case notEntitled
    }

    /// The system that the app runs on.
    public struct System: Sendable, Hashable, CustomStringConvertible {
        /// For example `iOS`.
        public var name: String
        /// The version, major and minor.
        public var major: Int
        /// The version, major and minor.
        public var minor: Int
        /// Whether it is a simulator.
        public var isSimulator: Bool

        /// A system.
        public init(name: String, major: Int, minor: Int, isSimulator: Bool) {
            (self.name, self.major, self.minor, self.isSimulator) = (name, major, minor, isSimulator)
        }

        /// For example `iOS 18.4 simulator`.
        public var description: String { "\(name) \(major).\(minor)\(isSimulator ? " simulator" : "")" }
    }

    /// The products that were asked for, in the app's order.
    public var requestedIDs: [String]
    /// The products that the store has.
    public var foundIDs: Set<String>
    /// Why the request failed; nil if it did not.
    public var failure: Failure?
    /// Whether the customer may buy on this device.
    public var canMakePayments: Bool
    /// The customer's storefront, ISO 3166-1 alpha-3; nil if there is none.
    public var storefront: String?
    /// The bundle identifier of the running app; nil if it has none.
    public var bundleID: String?
    /// The app that the store signed the app transaction for; nil if there is no app transaction.
    public var signedBundleID: String?
    /// Which store answers: `Production`, `Sandbox` or `Xcode`; nil if that is not known.
    public var environment: String?
    /// The products of the app's `.storekit` file, if the diagnosis was given one.
    public var configuredIDs: Set<String>?
    /// The system; nil if it is not known.
    public var system: System?

    /// Facts of a request that succeeded, on a device on which everything is as it should be.
    public init(requestedIDs: [String], foundIDs: Set<String>) {
        (self.requestedIDs, self.foundIDs) = (requestedIDs, foundIDs)
        canMakePayments = true
    }

    /// The products that were asked for and not found, each once.
    var missingIDs: [String] {
        var seen = foundIDs
        return requestedIDs.filter { seen.insert($0).inserted }
    }
}
