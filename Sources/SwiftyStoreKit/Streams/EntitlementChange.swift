/// What the customer owns has changed.
public struct EntitlementChange: Sendable, Hashable {
    /// The products that the customer owns now and did not before.
    public let added: Set<String>
    /// The products that the customer does not own any more.
    public let removed: Set<String>
    /// Why the library looked.
    public let cause: Cause

    /// A change of these values.
    public init(added: Set<String>, removed: Set<String>, cause: Cause) {
        self.added = added
        self.removed = removed
        self.cause = cause
    }

    /// Why the library looked at what the customer owns.
    public struct Cause: RawRepresentable, Hashable, Sendable {
        /// The cause's name in logs.
        public let rawValue: String

        /// A cause of this name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The app was started.
        public static let launch = Self(rawValue: "launch")
        /// Something was bought.
        public static let purchase = Self(rawValue: "purchase")
        /// Purchases were restored.
        public static let restore = Self(rawValue: "restore")
        /// The store took products away.
        public static let revocation = Self(rawValue: "revocation")
        /// A subscription moved on without a purchase: it could not be charged, it ended, or its time was over.
        public static let subscription = Self(rawValue: "subscription")
        /// The account is of another country, or another account is signed in.
        public static let storefront = Self(rawValue: "storefront")
        /// The app came back from the background.
        public static let foreground = Self(rawValue: "foreground")
        /// A sheet of the App Store was closed.
        public static let sheet = Self(rawValue: "sheet")
        /// The app asked.
        public static let request = Self(rawValue: "request")
    }
}
