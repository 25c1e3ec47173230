public import AppStoreModels

/// The states of all subscriptions that a customer has or had in the app.
public struct SubscriptionStatuses: Sendable {
    /// The environment that knew the customer.
    public let environment: AppStoreEnvironment
    /// The subscriptions by group.
    public let groups: [Group]
    /// The answer as it came, with what is not read here.
    public let json: JSONObject

    /// The subscriptions of one group.
    public struct Group: Sendable {
        /// The group.
        public let id: String
        /// The newest transaction of each chain in it.
        public let subscriptions: [Subscription]
    }

    /// One subscription.
    public struct Subscription: Sendable {
        /// Its state; 1 and 4 give access.
        public let status: SubscriptionStatusCode
        /// The newest transaction.
        public let transaction: Verified<TransactionPayload>
        /// What the next renewal will do; nil where the App Store sends none.
        public let renewalInfo: Verified<RenewalInfoPayload>?

        /// Whether the customer may use what was bought: paid, or in the grace period.
        public var givesAccess: Bool { [.active, .billingGracePeriod].contains(status) }
    }

    /// The subscriptions of all groups.
    public var subscriptions: [Subscription] { groups.flatMap(\.subscriptions) }
}

extension SubscriptionStatuses {
    init(_ answer: VerifiedAnswer) throws(ServerAPIError) {
        json = answer.json
        environment = answer.environment
        let data = try answer.required("data", answer.json[array: "data"]).compactMap(\.object)
        groups = try data.map { group throws(ServerAPIError) in
            Group(
                id: try answer.required("subscriptionGroupIdentifier", group[string: "subscriptionGroupIdentifier"]),
                subscriptions: try (group[array: "lastTransactions"] ?? []).compactMap(\.object)
                    .map { item throws(ServerAPIError) in try Subscription(item, answer) }
            )
        }
    }
}

extension SubscriptionStatuses.Subscription {
    fileprivate init(_ item: JSONObject, _ answer: VerifiedAnswer) throws(ServerAPIError) {
        let jws = try answer.required("signedTransactionInfo", item[string: "signedTransactionInfo"])
        let transaction = try answer.transaction(jws)
        self.transaction = transaction
        let number = item[integer: "status"].flatMap(Int.init(exactly:))
        status = SubscriptionStatusCode(rawValue: try answer.required("status", number))
        renewalInfo = try item[string: "signedRenewalInfo"].map { jws throws(ServerAPIError) in
            try answer.renewalInfo(jws, of: transaction)
        }
    }
}
