import AppStoreModels
import Foundation

/// What a running store answers, as a person reads it.
enum StoreText {
    static func transactions(_ transactions: [JSONObject], on terminal: Terminal) {
        guard !transactions.isEmpty else { return terminal.line("no transactions") }
        var table = TextTable(head: ["transaction", "account", "product", "bought", "until", "price", "state"])
        for transaction in transactions {
            table.add(
                transaction[string: "transactionId"] ?? "",
                transaction[string: "account"] ?? "",
                transaction[string: "productId"] ?? "",
                date(transaction[milliseconds: "purchaseDate"]),
                date(transaction[milliseconds: "expiresDate"]),
                price(transaction),
                state(ofTransaction: transaction)
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func subscriptions(_ subscriptions: [JSONObject], on terminal: Terminal) {
        guard !subscriptions.isEmpty else { return terminal.line("no subscriptions") }
        var table = TextTable(head: ["subscription", "account", "product", "until", "renews", "state"])
        for subscription in subscriptions {
            table.add(
                subscription[string: "originalTransactionId"] ?? "",
                subscription[string: "account"] ?? "",
                subscription[string: "productId"] ?? "",
                date(subscription[milliseconds: "expiresDate"]),
                subscription[integer: "autoRenewStatus"] == 1 ? "yes" : "no",
                state(ofSubscription: subscription[integer: "status"])
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func accounts(_ accounts: [JSONObject], on terminal: Terminal) {
        guard !accounts.isEmpty else { return terminal.line("no accounts; create one with `purser store account ID`") }
        var table = TextTable(head: ["account", "storefront", "rules"])
        for account in accounts {
            let rules = [
                account[boolean: "canMakePayments"] == false ? "may not pay" : nil,
                account[boolean: "requiresApproval"] == true ? "asks to buy" : nil,
                account[boolean: "renewalChargesFail"] == true ? "renewals cannot be charged" : nil,
                account[string: "familyId"].map { "family \($0)" },
            ]
            table.add(
                account[string: "id"] ?? "",
                account[string: "storefront"] ?? "",
                rules.compactMap { $0 }.joined(separator: ", ")
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func attempts(_ attempts: [JSONObject], on terminal: Terminal) {
        guard !attempts.isEmpty else { return terminal.line("no purchase waits or failed") }
        var table = TextTable(head: ["attempt", "account", "product", "date", "state"])
        for attempt in attempts {
            table.add(
                attempt[string: "id"] ?? "",
                attempt[string: "account"] ?? "",
                attempt[string: "productId"] ?? "",
                date(attempt[milliseconds: "date"]),
                [attempt[string: "status"], attempt[string: "failure"]].compactMap { $0 }.joined(separator: ": ")
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func products(_ products: [JSONObject], on terminal: Terminal) {
        var table = TextTable(head: ["product", "type", "price", "period", "title"])
        for product in products {
            table.add(
                product[string: "productId"] ?? "",
                product[string: "type"] ?? "",
                price(product),
                product[string: "period"] ?? "",
                product[string: "title"] ?? ""
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func events(_ events: [JSONObject], on terminal: Terminal) {
        guard !events.isEmpty else { return terminal.line("nothing has happened since the store was started") }
        var table = TextTable(head: ["event", "date", "account", "what", "notification"])
        for event in events {
            let notification = [event[string: "notificationType"], event[string: "subtype"]].compactMap { $0 }
            table.add(
                event[integer: "sequence"].map(String.init) ?? "",
                date(event[milliseconds: "date"]),
                event[string: "account"] ?? "",
                event[string: "name"] ?? "",
                notification.joined(separator: "/")
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func notifications(_ notifications: [JSONObject], on terminal: Terminal) {
        guard !notifications.isEmpty else { return terminal.line("no notifications") }
        var table = TextTable(head: ["date", "notification", "attempts", "state"])
        for notification in notifications {
            let attempts = notification[array: "sendAttempts"]?.compactMap(\.object) ?? []
            let name = [notification[string: "notificationType"], notification[string: "subtype"]].compactMap { $0 }
            let last = attempts.last?[string: "sendAttemptResult"] ?? "waits"
            table.add(
                date(notification[milliseconds: "date"]),
                name.joined(separator: "/"),
                String(attempts.count),
                last
            )
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func families(_ families: [JSONObject], on terminal: Terminal) {
        guard !families.isEmpty else { return terminal.line("no families; make one with `purser store family create`") }
        var table = TextTable(head: ["family", "organizer", "members"])
        for family in families {
            let members = family[array: "members"]?.compactMap(\.string) ?? []
            table.add(family[string: "id"] ?? "", family[string: "organizer"] ?? "", members.joined(separator: ", "))
        }
        table.lines(on: terminal).forEach(terminal.line)
    }

    static func codes(_ codes: [JSONObject], on terminal: Terminal) {
        guard !codes.isEmpty else { return terminal.line("no offer codes; make some with `purser store codes`") }
        var table = TextTable(head: ["code", "product", "offer", "until", "redeemed"])
        for code in codes {
            let redeemed = code[array: "redeemedBy"]?.count ?? 0
            table.add(
                code[string: "code"] ?? "",
                code[string: "productId"] ?? "",
                code[string: "referenceName"] ?? "",
                date(code[milliseconds: "expiresDate"]),
                code[integer: "redemptionLimit"].map { "\(redeemed) of \($0)" } ?? String(redeemed)
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

    static func clock(_ clock: JSONObject, on terminal: Terminal) {
        let state = clock[boolean: "isRunning"] == true ? "runs" : "stands"
        let date = clock[string: "date"] ?? ""
        terminal.line("\(date), the clock \(state), rate \(clock[string: "timeRate"] ?? "")")
    }

    private static func date(_ date: Date?) -> String { date.map { RFC3339.string(from: $0) } ?? "" }

    private static func price(_ object: JSONObject) -> String {
        guard let thousandths = object[integer: "price"] else { return "" }
        return "\(Decimal(thousandths) / 1_000) \(object[string: "currency"] ?? "")"
    }

    private static func state(ofTransaction transaction: JSONObject) -> String {
        let isShared = transaction[string: "inAppOwnershipType"] == "FAMILY_SHARED"
        let states = [
            transaction["revocationDate"] == nil ? nil : isShared ? "revoked" : "refunded",
            isShared ? "shared" : nil,
            transaction[boolean: "isUpgraded"] == true ? "upgraded" : nil,
            transaction[boolean: "isFinished"] == true ? nil : "unfinished",
        ]
        return states.compactMap { $0 }.joined(separator: ", ")
    }

    private static func state(ofSubscription status: Int64?) -> String {
        switch status {
        case 1: "active"
        case 2: "expired"
        case 3: "billing retry"
        case 4: "grace period"
        case 5: "revoked"
        default: status.map(String.init) ?? ""
        }
    }
}
