/// Why a ledger refuses a call, or rules are none.
public struct LedgerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which rule failed.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name in our interfaces.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// More was to be spent than is there.
        public static let balanceTooLow = Self(rawValue: "balance-too-low")
        /// The idempotency key was used for another call.
        public static let keyReused = Self(rawValue: "key-reused")
        /// The idempotency key is empty.
        public static let emptyKey = Self(rawValue: "empty-key")
        /// The call changes nothing.
        public static let emptyCall = Self(rawValue: "empty-call")
        /// An amount is not 1 to ``LedgerRules/maximumAmount``.
        public static let invalidAmount = Self(rawValue: "invalid-amount")
        /// A currency has an empty name.
        public static let unnamedCurrency = Self(rawValue: "unnamed-currency")
        /// A product has an empty identifier.
        public static let unnamedProduct = Self(rawValue: "unnamed-product")
        /// Two rows of a product hold from the same date.
        public static let repeatedProduct = Self(rawValue: "repeated-product")

        public var description: String { rawValue }
    }

    /// Which rule failed.
    public let code: Code
    /// The currency it was about.
    public let currency: LedgerCurrency?
    /// The amount that was asked for.
    public let amount: Int64?
    /// The balance there was.
    public let balance: Int64?
    /// The product it was about.
    public let productID: String?

    init(
        _ code: Code,
        currency: LedgerCurrency? = nil,
        amount: Int64? = nil,
        balance: Int64? = nil,
        productID: String? = nil
    ) {
        self.code = code
        self.currency = currency
        self.amount = amount
        self.balance = balance
        self.productID = productID
    }

    public var description: String {
        let currency = currency?.rawValue ?? ""
        return switch code {
        case .balanceTooLow:
            "\(amount ?? 0) \(currency) were to be spent and \(balance ?? 0) are there; nothing was spent, ask for less"
        case .keyReused: "the key was used for a call with other content; use a new key for a new call"
        case .emptyKey: "the key is empty; give each call a key of its own, and the same one when it is repeated"
        case .emptyCall: "the call names no amount; name at least one currency"
        case .invalidAmount:
            "\(amount ?? 0) \(currency) is no amount; write a whole number from 1 to \(LedgerRules.maximumAmount)"
        case .unnamedCurrency: "a currency has an empty name; name it"
        case .unnamedProduct: "a product has an empty identifier; write it as in App Store Connect"
        case .repeatedProduct:
            "two rows of product \(productID ?? "") hold from the same date; keep one, or let it begin later"
        default: code.rawValue
        }
    }
}
