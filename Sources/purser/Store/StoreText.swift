import AppStoreModels
import Foundation
import LocalAppStore
import LocalAppStoreServer
import StoreConfiguration

/// What a running store answers, as a person reads it.
enum StoreText {
    static func transactions(_ transactions: [TransactionRecord], on terminal: Terminal) {
        guard !transactions.isEmpty else { return terminal.line("no transactions") }
        var table = TextTable(head: ["transaction", "account", "product", "bought", "until", "price", "state"])
        for transaction in transactions {
            table.add(
                transaction.transactionID ?? "",
                transaction.account ?? "",
                transaction.productID ?? "",
                date(transaction.purchaseDate),
                date(transaction.expiresDate),
                price(transaction.price, transaction.currency),
                state(of: transaction)
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func subscriptions(_ subscriptions: [SubscriptionRecord], on terminal: Terminal) {
        guard !subscriptions.isEmpty else { return terminal.line("no subscriptions") }
        var table = TextTable(head: ["subscription", "account", "product", "until", "renews", "state"])
        for subscription in subscriptions {
            table.add(
                subscription.originalTransactionID ?? "",
                subscription.account ?? "",
                subscription.productID ?? "",
                date(subscription.expiresDate),
                subscription.autoRenewStatus == .on ? "yes" : "no",
                state(of: subscription)
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func accounts(_ accounts: [AccountRecord], on terminal: Terminal) {
        guard !accounts.isEmpty else { return terminal.line("no accounts; create one with `purser store account ID`") }
        var table = TextTable(head: ["account", "storefront", "rules"])
        for account in accounts {
            let rules = [
                account.canMakePayments == false ? "may not pay" : nil,
                account.requiresApproval == true ? "asks to buy" : nil,
                account.renewalChargesFail == true ? "renewals cannot be charged" : nil,
                account.json["consentRescindedDate"] == nil ? nil : "consent taken back",
                account.familyID.map { "family \($0)" },
            ]
            table.add(
                account.id ?? "",
                account.storefront ?? "",
                rules.compactMap { $0 }.joined(separator: ", ")
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func attempts(_ attempts: [AttemptRecord], on terminal: Terminal) {
        guard !attempts.isEmpty else { return terminal.line("no purchase waits or failed") }
        var table = TextTable(head: ["attempt", "account", "product", "date", "state"])
        for attempt in attempts {
            table.add(
                attempt.id ?? "",
                attempt.account ?? "",
                attempt.productID ?? "",
                date(attempt.date),
                [attempt.status, attempt.failure?.rawValue].compactMap { $0 }.joined(separator: ": ")
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func products(_ products: [CatalogueRecord], on terminal: Terminal) {
        var table = TextTable(head: ["product", "type", "price", "period", "title"])
        for product in products {
            table.add(
                product.productID ?? "",
                product.type?.rawValue ?? "",
                price(product.price?.amount, product.price?.currency),
                product.period?.iso8601 ?? "",
                product.title ?? ""
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func events(_ events: [EventRecord], on terminal: Terminal) {
        guard !events.isEmpty else { return terminal.line("nothing has happened since the store was started") }
        var table = TextTable(head: ["event", "date", "account", "what", "notification"])
        for event in events {
            let notification = [event.notificationType?.rawValue, event.subtype?.rawValue].compactMap { $0 }
            table.add(
                event.sequence.map(String.init) ?? "",
                date(event.date),
                event.account ?? "",
                event.name ?? "",
                notification.joined(separator: "/")
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func families(_ families: [FamilyRecord], on terminal: Terminal) {
        guard !families.isEmpty else { return terminal.line("no families; make one with `purser store family create`") }
        var table = TextTable(head: ["family", "organizer", "members"])
        for family in families {
            table.add(family.id ?? "", family.organizer ?? "", family.members.joined(separator: ", "))
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func codes(_ codes: [OfferCodeRecord], on terminal: Terminal) {
        guard !codes.isEmpty else { return terminal.line("no offer codes; make some with `purser store codes`") }
        var table = TextTable(head: ["code", "product", "offer", "until", "redeemed"])
        for code in codes {
            let redeemed = code.redeemedBy.count
            table.add(
                code.code ?? "",
                code.productID ?? "",
                code.referenceName ?? "",
                date(code.expiresDate),
                code.redemptionLimit.map { "\(redeemed) of \($0)" } ?? String(redeemed)
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    /// The members of an object, one a line.
    static func members(_ object: JSONObject, on terminal: Terminal) {
        var table = TextTable()
        for (key, value) in object.members { table.add(key, value.string ?? value.serialized()) }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func settings(_ settings: SettingsRecord, on terminal: Terminal) { members(settings.json, on: terminal) }

    static func purchase(_ purchase: PurchaseRecord, on terminal: Terminal) {
        if let transaction = purchase.transaction { transactions([transaction], on: terminal) }
        if let attempt = purchase.attempt { attempts([attempt], on: terminal) }
    }

    /// Everything there is to list.
    static func state(_ state: StateRecord, on terminal: Terminal) {
        let parts: [() -> Void] = [
            { accounts(state.accounts, on: terminal) }, { transactions(state.transactions, on: terminal) },
            { subscriptions(state.subscriptions, on: terminal) }, { attempts(state.attempts, on: terminal) },
            { families(state.families, on: terminal) }, { codes(state.codes, on: terminal) },
        ]
        for (index, part) in parts.enumerated() {
            if index > 0 { terminal.line() }
            part()
        }
    }

    private static func date(_ date: Date?) -> String { date.map { RFC3339.string(from: $0) } ?? "" }

    private static func price(_ amount: Decimal?, _ currency: String?) -> String {
        amount.map { "\($0) \(currency ?? "")" } ?? ""
    }

    private static func state(of transaction: TransactionRecord) -> String {
        let isShared = transaction.inAppOwnershipType == .familyShared
        let states = [
            transaction.revocationDate == nil ? nil : isShared ? "revoked" : "refunded",
            isShared ? "shared" : nil,
            transaction.isUpgraded == true ? "upgraded" : nil,
            transaction.isFinished == true ? nil : "unfinished",
        ]
        return states.compactMap { $0 }.joined(separator: ", ")
    }

    private static func state(of subscription: SubscriptionRecord) -> String {
        switch subscription.status {
        case .active: "active"
        case .expired: "expired"
        case .billingRetryPeriod: "billing retry"
        case .billingGracePeriod: "grace period"
        case .revoked: "revoked"
        case let other: other.map(\.description) ?? ""
        }
    }
}
