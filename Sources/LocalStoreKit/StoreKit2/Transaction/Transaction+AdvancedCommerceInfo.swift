import AppStoreModels
public import Foundation

extension Transaction {
    /// What a transaction sold of the developer's own catalogue. Amounts are in units of the transaction's currency.
    public struct AdvancedCommerceInfo: Equatable, Hashable, Sendable {
        /// The developer's own name of the request.
        public let requestReferenceID: String
        /// The tax in the price, as far as is known.
        public let estimatedTax: Decimal
        /// The rate of the tax.
        public let taxRate: Decimal
        /// How it is taxed.
        public let taxCode: String
        /// The price without the tax.
        public let taxExclusivePrice: Decimal
        /// What the customer reads of it.
        public let description: String?
        /// The name that the customer reads.
        public let displayName: String?
        /// How long one period is; nil for one-time charges.
        public let period: SubscriptionPeriod?
        /// What was sold.
        public let items: [Transaction.AdvancedCommerceInfo.Item]

        init(_ json: JSONObject) {
            let descriptors = json[object: "descriptors"] ?? JSONObject()
            requestReferenceID = json[string: "requestReferenceId"] ?? ""
            estimatedTax = json.amount("estimatedTax")
            taxRate = json[string: "taxRate"].flatMap { Decimal(string: $0) } ?? 0
            taxCode = json[string: "taxCode"] ?? ""
            taxExclusivePrice = json.amount("taxExclusivePrice")
            description = descriptors[string: "description"]
            displayName = descriptors[string: "displayName"]
            period = json[string: "period"].flatMap(SubscriptionPeriod.init(iso8601:))
            items = (json[array: "items"] ?? []).compactMap(\.object).map(Item.init)
        }
    }
}

extension Transaction.AdvancedCommerceInfo {
    /// Something of the developer's own catalogue.
    public struct Item: Equatable, Hashable, Sendable {
        /// What it is.
        public let details: Transaction.AdvancedCommerceInfo.Item.Details
        /// What was paid back.
        public let refunds: [Transaction.AdvancedCommerceInfo.Refund]?
        /// When it was taken away.
        public let revocationDate: Date?

        /// What an item is.
        public struct Details: Equatable, Hashable, Sendable {
            /// The developer's own name of it.
            public let sku: String
            /// The name that the customer reads.
            public let displayName: String
            /// What the customer reads of it.
            public let description: String
            /// Its offer.
            public let offer: Transaction.AdvancedCommerceInfo.Offer?
            /// What it costs.
            public let price: Decimal

            init(_ json: JSONObject) {
                sku = json[string: "SKU"] ?? ""
                displayName = json[string: "displayName"] ?? ""
                description = json[string: "description"] ?? ""
                offer = json[object: "offer"].map(Offer.init)
                price = json.amount("price")
            }
        }

        init(_ json: JSONObject) {
            details = Details(json)
            refunds = json[array: "refunds"].map { $0.compactMap(\.object).map(Refund.init) }
            revocationDate = json[milliseconds: "revocationDate"]
        }
    }

    /// A reduced price of an item for some time.
    public struct Offer: Equatable, Hashable, Sendable {
        /// What one period costs.
        public let price: Decimal
        /// How long one period is.
        public let period: SubscriptionPeriod
        /// How many periods there are.
        public let periodCount: Int
        /// What it is for.
        public let reason: Transaction.AdvancedCommerceInfo.Offer.Reason

        /// What an offer is for.
        public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
            /// Apple's word.
            public let rawValue: String

            /// A reason; also one that is not known here.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// To win customers.
            public static let acquisition = Reason(rawValue: "ACQUISITION")
            /// To keep them.
            public static let retention = Reason(rawValue: "RETENTION")
            /// To win them back.
            public static let winBack = Reason(rawValue: "WIN_BACK")
        }

        init(_ json: JSONObject) {
            price = json.amount("price")
            period = json[string: "period"].flatMap(SubscriptionPeriod.init(iso8601:)) ?? .monthly
            periodCount = json[integer: "periodCount"].flatMap(Int.init(exactly:)) ?? 1
            reason = Reason(rawValue: json[string: "reason"] ?? "")
        }
    }

    /// What was paid back of an item.
    public struct Refund: Equatable, Hashable, Sendable {
        /// Why.
        public let reason: Transaction.AdvancedCommerceInfo.Refund.Reason
        /// How.
        public let type: Transaction.AdvancedCommerceInfo.Refund.RefundType
        /// When.
        public let date: Date
        /// How much.
        public let amount: Decimal

        /// Why something was paid back.
        public struct Reason: RawRepresentable, Equatable, Hashable, Sendable {
            /// Apple's word.
            public let rawValue: String

            /// A reason; also one that is not known here.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// The law asks for it.
            public static let legal = Reason(rawValue: "LEGAL")
            /// The items changed.
            public static let modifyItems = Reason(rawValue: "MODIFY_ITEMS_REFUND")
            /// It was bought by mistake.
            public static let unintended = Reason(rawValue: "UNINTENDED_PURCHASE")
            /// It was not delivered.
            public static let unfulfilled = Reason(rawValue: "FULFILLMENT_ISSUE")
            /// The customer was not content.
            public static let unsatisfied = Reason(rawValue: "UNSATISFIED_WITH_PURCHASE")
            /// Something else.
            public static let other = Reason(rawValue: "OTHER")
        }

        /// How something is paid back.
        public struct RefundType: RawRepresentable, Equatable, Hashable, Sendable {
            /// Apple's word.
            public let rawValue: String

            /// A kind; also one that is not known here.
            public init(rawValue: String) { self.rawValue = rawValue }

            /// An amount of choice.
            public static let custom = RefundType(rawValue: "CUSTOM")
            /// By the time that is left.
            public static let proRated = RefundType(rawValue: "PRORATED")
            /// All of it.
            public static let full = RefundType(rawValue: "FULL")
        }

        init(_ json: JSONObject) {
            reason = Reason(rawValue: json[string: "refundReason"] ?? "")
            type = RefundType(rawValue: json[string: "refundType"] ?? "")
            date = json[milliseconds: "refundDate"] ?? Date(timeIntervalSince1970: 0)
            amount = json.amount("refundAmount")
        }
    }
}

extension JSONObject {
    /// An amount that is written in thousandths; 0 where there is none.
    func amount(_ member: String) -> Decimal { Decimal(self[integer: member] ?? 0) / 1_000 }
}
