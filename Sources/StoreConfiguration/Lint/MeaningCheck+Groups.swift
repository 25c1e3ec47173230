import AppStoreModels

/// Subscription groups and subscriptions.
extension MeaningCheck {
    /// The periods that the App Store offers.
    private static let periods: Set<String> = ["P1W", "P1M", "P2M", "P3M", "P6M", "P1Y"]

    mutating func checkGroups() {
        configuration.json.forEachObject(in: "subscriptionGroups", at: MemberPath()) { json, path in
            let group = ConfiguredSubscriptionGroup(json: json)
            demandUnique(group.id, .duplicateGroupID, path.appending("id"))
            demandUnique(group.name, .duplicateGroupName, path.appending("name"))
            checkLocalizations(json, path, isNeeded: false)
            if json[array: "subscriptions"]?.isEmpty == true {
                report(.emptyGroup, path.appending("subscriptions"), "the group has no subscriptions")
            }
            json.forEachObject(in: "subscriptions", at: path) { json, path in
                check(ConfiguredSubscription(json: json), path, in: group)
            }
            checkLevels(json, path)
        }
    }

    private mutating func check(
        _ subscription: ConfiguredSubscription,
        _ path: MemberPath,
        in group: ConfiguredSubscriptionGroup
    ) {
        checkItem(subscription, path, [.autoRenewableSubscription])
        if let id = subscription.subscriptionGroupID, id != group.id {
            report(
                .foreignGroup,
                path.appending("subscriptionGroupID"),
                "\(id.limited) is not \(group.id.limited), its group"
            )
        }
        checkPeriod(subscription, path.appending("recurringSubscriptionPeriod"))
        checkBillingPlans(subscription, path)
        checkOffers(of: subscription, path)
    }

    private mutating func checkPeriod(_ subscription: ConfiguredSubscription, _ path: MemberPath) {
        guard let text = subscription.json["recurringSubscriptionPeriod"]?.string, !text.isEmpty else { return }
        if BillingPeriod(iso8601: text) == nil {
            report(.invalidPeriod, path, "\"\(text.limited)\" is no period")
        } else if !Self.periods.contains(text) {
            report(.subscriptionPeriod, path, "there are no subscriptions of \(text)")
        }
    }

    /// Levels are compared only where all are numbers of at least 1.
    private mutating func checkLevels(_ group: JSONObject, _ path: MemberPath) {
        var firstOfLevel: [Int64: MemberPath] = [:]
        var levels: [(level: Int64, path: MemberPath)] = []
        group.forEachObject(in: "subscriptions", at: path) { json, path in
            guard case .number? = json["groupNumber"], let level = json[integer: "groupNumber"] else { return }
            let place = path.appending("groupNumber")
            if level < 1 {
                report(.invalidLevel, place, "there is no level \(level)")
            } else if let first = firstOfLevel[level] {
                report(.sharedLevel, place, "level \(level) is that of \(first.parent) too")
            } else {
                firstOfLevel[level] = place
                levels.append((level, place))
            }
        }
        var expected: Int64 = 1
        for (level, place) in levels.sorted(by: { $0.level < $1.level }) {
            if level > expected { report(.levelGap, place, "level \(level), but there is no level \(expected)") }
            // At the largest number there is no next one.
            expected = level == .max ? level : level + 1
        }
    }

    private mutating func checkBillingPlans(_ subscription: ConfiguredSubscription, _ path: MemberPath) {
        let list = path.appending("billingPlans")
        subscription.json.forEachObject(in: "billingPlans", at: path) { json, path in
            let type = json["billingPlanType"]?.string
            if let type, ![BillingPlanType.billedUpFront, .monthly].map(\.rawValue).contains(type) {
                report(.billingPlan, path.appending("billingPlanType"), "there is no plan \(type.limited)")
            }
            demandUnique(type, .billingPlan, path.appending("billingPlanType"), within: list)
            checkInternalID(json, path)
            for member in ["displayPrice", "commitmentDisplayPrice"] {
                if let text = json[member]?.string, !text.isEmpty { checkedPrice(text, path.appending(member)) }
            }
        }
    }
}
