import AppStoreModels

/// The switches.
extension MeaningCheck {
    mutating func checkSettings() {
        let settings = configuration.settings
        let path = MemberPath().appending("settings")
        checkStorefront(settings, path.appending("_storefront"))
        if let locale = settings.json["_locale"]?.string { checkLocale(locale, path.appending("_locale")) }
        checkTimeRate(settings, path)
        checkFailures(settings, path.appending("_storeKitErrors"))
        if settings.billingGracePeriodEnabled, !settings.billingRetryOnRenewalEnabled {
            report(
                .graceWithoutRetry,
                path.appending("_billingGracePeriodEnabled"),
                "the grace period is on, billing retry on renewal (_renewalBillingIssuesEnabled) is off"
            )
        }
        checkContradictions(settings, path)
        checkSynchronisation(settings, path)
    }

    private mutating func checkStorefront(_ settings: ConfigurationSettings, _ path: MemberPath) {
        guard let name = settings.json["_storefront"]?.string else { return }
        if name.count != 3 || !name.allSatisfy({ ("A"..."Z").contains($0) }) {
            report(.storefrontName, path, "\"\(name.limited)\" is no code of three capital letters")
        } else if !AppStorefronts.known.contains(name) {
            report(.unknownStorefront, path, "\(name) is no storefront")
        }
    }

    private mutating func checkTimeRate(_ settings: ConfigurationSettings, _ path: MemberPath) {
        let place = path.appending("_timeRate")
        if case .number? = settings.json["_timeRate"] {
            let rate = settings.timeRate
            let isKnown = settings.json[integer: "_timeRate"].map { TimeRate.known.contains(Int64($0)) } ?? false
            if !isKnown {
                report(.unknownTimeRate, place, "there is no rate \(settings.json[string: "_timeRate"]?.limited ?? "")")
            } else if (1...6).contains(rate.rawValue) {
                report(.deprecatedTimeRate, place, "rate \(rate) counts days; Xcode now offers rates of renewals")
            }
        }
        checkCompatibility(settings.json["_compatibilityTimeRate"], path.appending("_compatibilityTimeRate"))
    }

    private mutating func checkCompatibility(_ value: JSONValue?, _ path: MemberPath) {
        switch value {
        case nil: return
        case .number(let number)?:
            if let rate = number.int64, [5, 6].contains(rate) { return }
        case .object(let map)?:
            let isKnown = map.members.allSatisfy { key, value in
                guard case .number(let number) = value, let rate = number.int64 else { return false }
                return Int64(key) != nil && TimeRate.known.contains(rate)
            }
            if isKnown { return }
        default: break
        }
        report(.compatibilityTimeRate, path, "this is no rate for older systems that Xcode writes")
    }

    private mutating func checkFailures(_ settings: ConfigurationSettings, _ path: MemberPath) {
        settings.json.forEachObject(in: "_storeKitErrors", at: MemberPath().appending("settings")) { json, place in
            let failure = ConfiguredFailure(json: json)
            if let name = json["name"]?.string, !ConfiguredFailure.knownNames.contains(name) {
                report(.simulatedFailure, place.appending("name"), "\(name.limited) cannot fail in Xcode")
            }
            demandUnique(json["name"]?.string, .simulatedFailure, place.appending("name"), within: path)
            guard let kind = failure.errorKind, let index = failure.errorIndex else {
                if failure.isEnabled { report(.simulatedFailure, place, "it is enabled, but names no error (current)") }
                return
            }
            if failure.errorName == nil {
                report(.simulatedFailure, place.appending("current"), "there is no error \(kind.limited) \(index)")
            }
        }
    }

    private mutating func checkContradictions(_ settings: ConfigurationSettings, _ path: MemberPath) {
        let failsPurchases = settings.simulatedFailures.contains { $0.name == "Purchase" && $0.isEnabled }
        let switches = [
            ("_failTransactionsEnabled", settings.failTransactionsEnabled), ("_storeKitErrors", failsPurchases),
            ("_askToBuyEnabled", settings.askToBuyEnabled),
            ("_billingIssuesEnabled", settings.interruptedPurchasesEnabled),
        ]
        let on = switches.filter(\.1).map(\.0)
        // Interrupted purchases and those that wait for approval may well be tested together.
        guard on.count > 1, let first = on.first, first == "_failTransactionsEnabled" || first == "_storeKitErrors"
        else { return }
        let others = on.dropFirst().joined(separator: " and ")
        report(.blockedPurchases, path.appending(first), "\(first) fails every purchase, so \(others) has no effect")
    }

    private mutating func checkSynchronisation(_ settings: ConfigurationSettings, _ path: MemberPath) {
        let members = ["_applicationInternalID", "_developerTeamID", "_lastSynchronizedDate"]
        let missing = members.filter { settings.json[$0] == nil }
        guard !missing.isEmpty, missing.count < members.count,
            let present = members.first(where: { !missing.contains($0) })
        else { return }
        // Until the first synchronisation there is no date.
        if missing == ["_lastSynchronizedDate"] { return }
        report(
            .synchronisation,
            path.appending(present),
            "\(present) is here, \(missing.joined(separator: " and ")) is not"
        )
    }
}

extension TimeRate {
    /// The numbers that `SKTestTimeRate` has.
    static let known: Set<Int64> = Set(0...6).union(10...13).union([15]).union(1000...1005)
}
