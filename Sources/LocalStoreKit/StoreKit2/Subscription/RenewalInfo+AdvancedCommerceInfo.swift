import AppStoreModels
public import Foundation

extension Product.SubscriptionInfo.RenewalInfo {
    /// What the renewals of a subscription sell of the developer's own catalogue.
    public struct AdvancedCommerceInfo: Equatable, Hashable, Sendable {
        /// By which the developer's server keeps changes in order.
        public let consistencyToken: String
        /// The developer's own name of the request.
        public let requestReferenceID: String
        /// How it is taxed.
        public let taxCode: String
        /// What the customer reads of it.
        public let description: String
        /// The name that the customer reads.
        public let displayName: String
        /// How long one period is.
        public let period: SubscriptionPeriod
        /// What it renews.
        public let items: [Product.SubscriptionInfo.RenewalInfo.AdvancedCommerceInfo.Item]

        init(_ json: JSONObject) {
            let descriptors = json[object: "descriptors"] ?? JSONObject()
            consistencyToken = json[string: "consistencyToken"] ?? ""
            requestReferenceID = json[string: "requestReferenceId"] ?? ""
            taxCode = json[string: "taxCode"] ?? ""
            description = descriptors[string: "description"] ?? ""
            displayName = descriptors[string: "displayName"] ?? ""
            period = json[string: "period"].flatMap(SubscriptionPeriod.init(iso8601:)) ?? .monthly
            items = (json[array: "items"] ?? []).compactMap(\.object).map(Item.init)
        }

        /// Something of the developer's own catalogue.
        public struct Item: Equatable, Hashable, Sendable {
            /// What an item is.
            public typealias Details = Transaction.AdvancedCommerceInfo.Item.Details

            /// What it is.
            public let details: Details
            /// Its higher price, if there is to be one.
            public let priceIncreaseInfo: PriceIncreaseInfo?

            init(_ json: JSONObject) {
                details = Details(json)
                priceIncreaseInfo = json[object: "priceIncreaseInfo"].map(PriceIncreaseInfo.init)
            }

            /// A higher price of an item.
            public struct PriceIncreaseInfo: Equatable, Hashable, Sendable {
                /// Whether the customer agreed.
                public let status: Status
                /// What it will cost.
                public let price: Decimal
                /// The items that go with it.
                public let dependentSKUs: [String]

                /// Whether the customer agreed.
                public struct Status: RawRepresentable, Equatable, Hashable, Sendable {
                    /// Apple's word.
                    public let rawValue: String

                    /// A status; also one that is not known here.
                    public init(rawValue: String) { self.rawValue = rawValue }

                    /// The customer has not answered.
                    public static let pending = Status(rawValue: "PENDING")
                    /// The customer agreed.
                    public static let accepted = Status(rawValue: "ACCEPTED")
                    /// It will come.
                    public static let scheduled = Status(rawValue: "SCHEDULED")
                }

                init(_ json: JSONObject) {
                    status = Status(rawValue: json[string: "status"] ?? "")
                    price = json.amount("price")
                    dependentSKUs = (json[array: "dependentSKUs"] ?? []).compactMap(\.string)
                }
            }
        }
    }
}
