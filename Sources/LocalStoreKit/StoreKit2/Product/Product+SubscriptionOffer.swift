public import Foundation
import LocalAppStore
import StoreConfiguration

extension Product {
    /// A reduced price for some time.
    public struct SubscriptionOffer: Equatable, Hashable, Sendable {
        /// The offer's identifier; nil for the introductory offer.
        public let id: String?
        /// The kind of offer.
        public let type: OfferType
        /// The price of one period, or of all of them if paid up front.
        public let price: Decimal
        /// The price as the customer reads it.
        public let displayPrice: String
        /// How long one period of the offer lasts.
        public let period: SubscriptionPeriod
        /// How many periods the offer has.
        public let periodCount: Int
        /// How the offer is paid.
        public let paymentMode: PaymentMode
    }
}

extension Product.SubscriptionOffer {
    /// The kind of offer.
    public struct OfferType: RawRepresentable, Equatable, Hashable, Sendable {
        /// A stable name. Apple does not say which names it has.
        public let rawValue: String

        /// A kind; also one that is not known here.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// For new subscribers.
        public static let introductory = OfferType(rawValue: "introductory")
        /// For present and former subscribers, signed by the developer.
        public static let promotional = OfferType(rawValue: "promotional")
        /// For former subscribers.
        public static let winBack = OfferType(rawValue: "winBack")

        /// The kind in words.
        public var localizedDescription: String {
            switch self {
            case .introductory: "Introductory offer"
            case .promotional: "Promotional offer"
            case .winBack: "Win-back offer"
            default: rawValue
            }
        }
    }

    /// How an offer is paid.
    public struct PaymentMode: RawRepresentable, Equatable, Hashable, Sendable {
        /// A stable name. Apple does not say which names it has.
        public let rawValue: String

        /// A mode; also one that is not known here.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Each period at its beginning.
        public static let payAsYouGo = PaymentMode(rawValue: "payAsYouGo")
        /// All periods at once.
        public static let payUpFront = PaymentMode(rawValue: "payUpFront")
        /// Nothing is paid.
        public static let freeTrial = PaymentMode(rawValue: "freeTrial")

        /// The mode in words.
        public var localizedDescription: String {
            switch self {
            case .payAsYouGo: "Pay as you go"
            case .payUpFront: "Pay up front"
            case .freeTrial: "Free trial"
            default: rawValue
            }
        }
    }

    /// What the developer's server signs to allow a promotional offer. Apple deprecated it in 26.0 for a compact JWS.
    public struct Signature: Equatable, Hashable, Sendable {
        /// Which key signed.
        public var keyID: String
        /// Used for one purchase only.
        public var nonce: UUID
        /// When it was signed, in milliseconds since 1970.
        public var timestamp: Int
        /// ECDSA over P-256 and SHA-256, DER.
        public var signature: Data

        /// A signature.
        public init(keyID: String, nonce: UUID, timestamp: Int, signature: Data) {
            self.keyID = keyID
            self.nonce = nonce
            self.timestamp = timestamp
            self.signature = signature
        }
    }
}

extension Product.SubscriptionOffer {
    init(_ offer: CatalogueOffer, _ type: OfferType, _ format: PriceFormat) {
        id = type == .introductory ? nil : offer.identifier
        self.type = type
        price = offer.price.amount
        displayPrice = format.text(offer.price.amount)
        period = Product.SubscriptionPeriod(offer.period)
        periodCount = offer.numberOfPeriods
        switch offer.paymentMode {
        case .freeTrial: paymentMode = .freeTrial
        case .payUpFront: paymentMode = .payUpFront
        default: paymentMode = .payAsYouGo
        }
    }
}
