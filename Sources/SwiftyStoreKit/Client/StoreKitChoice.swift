/// Which of Apple's two interfaces a client works on.
///
/// Both see the same purchases: what one left unfinished the other delivers. So an app may change over, and back, at any
/// launch; see <doc:StoreKit1To2>.
public enum StoreKitChoice: String, Sendable, Hashable, Codable, CaseIterable {
    /// StoreKit 2 where it can do all that the client needs, else StoreKit 1.
    ///
    /// StoreKit 2 is on every system that this library runs on. Purchases that are begun in the App Store come with it only
    /// from iOS 16.4 and macOS 14.4 on, and on tvOS not at all, so it is StoreKit 1 there. visionOS asks for a window with
    /// each purchase, which the functions of this library have no place for, so it is StoreKit 1 there, whatever is chosen. A
    /// client of a local device takes StoreKit 1, unless the app chooses StoreKit 2.
    case automatic
    /// The payment queue. Choose it for receipts that are read after a purchase, for content that the App Store hosts, for
    /// consent to prices that the app times itself, and for names of customers that are no UUIDs.
    case storeKit1
    /// `Product` and `Transaction`: each purchase comes with its JWS.
    case storeKit2

    /// The interface that is taken.
    var resolved: StoreKitChoice {
        #if os(visionOS)
            return .storeKit1
        #elseif os(tvOS)
            return self == .automatic ? .storeKit1 : self
        #elseif canImport(Darwin)
            guard self == .automatic else { return self }
            if #available(iOS 16.4, macOS 14.4, *) { return .storeKit2 }
            return .storeKit1
        #else
            return self == .automatic ? .storeKit1 : self
        #endif
    }
}
