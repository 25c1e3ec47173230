extension Transaction {
    /// Why a transaction was made.
    public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
        /// Apple's word.
        public let rawValue: String

        /// A reason; also one that is not known here.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The customer bought.
        public static let purchase = Reason(rawValue: "PURCHASE")
        /// The store renewed.
        public static let renewal = Reason(rawValue: "RENEWAL")
    }

    /// Why a purchase was refunded.
    public struct RevocationReason: RawRepresentable, Equatable, Hashable, Sendable {
        /// As signed data numbers it.
        public let rawValue: Int

        /// A reason; also one that is not known here.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The app was the reason.
        public static let developerIssue = RevocationReason(rawValue: 1)
        /// Something else was.
        public static let other = RevocationReason(rawValue: 0)

        /// The reason in words.
        public var localizedDescription: String {
            self == .developerIssue ? "The app was the reason." : "Something else was the reason."
        }
    }

    /// How a purchase was taken back.
    public struct RevocationType: RawRepresentable, Equatable, Hashable, Sendable {
        /// Apple's word.
        public let rawValue: String

        /// A kind; also one that is not known here.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The family does not share it any more.
        public static let familyRevocation = RevocationType(rawValue: "FAMILY_REVOKE")
        /// Everything was paid back.
        public static let fullRefund = RevocationType(rawValue: "REFUND_FULL")
        /// A part was paid back.
        public static let proratedRefund = RevocationType(rawValue: "REFUND_PRORATED")
    }

    /// The kind of offer.
    public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
        /// As signed data numbers it.
        public let rawValue: Int

        /// A kind; also one that is not known here.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// For new subscribers.
        public static let introductory = OfferType(rawValue: 1)
        /// Signed by the developer.
        public static let promotional = OfferType(rawValue: 2)
        /// By a code.
        public static let code = OfferType(rawValue: 3)
        /// For former subscribers.
        public static var winBack: OfferType { OfferType(rawValue: 4) }

        /// The kind in words.
        public var localizedDescription: String {
            switch self {
            case .introductory: "Introductory offer"
            case .promotional: "Promotional offer"
            case .code: "Offer code"
            case .winBack: "Win-back offer"
            default: "\(rawValue)"
            }
        }
    }

    /// Who bought.
    public struct OwnershipType: RawRepresentable, Equatable, Hashable, Sendable {
        /// Apple's word.
        public let rawValue: String

        /// A kind; also one that is not known here.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The customer.
        public static let purchased = OwnershipType(rawValue: "PURCHASED")
        /// Somebody of the family.
        public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")
        /// An organisation or a group gave the right to this customer. Apple has it since 27.0; the local store assigns none.
        public static let assigned = OwnershipType(rawValue: "ASSIGNED")

        /// The kind in words.
        public var localizedDescription: String {
            switch self {
            case .purchased: "Purchased"
            case .familyShared: "Shared by the family"
            case .assigned: "Assigned"
            default: rawValue
            }
        }
    }
}
