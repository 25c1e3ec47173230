#if !(canImport(StoreKit) && canImport(Darwin))
    import Foundation
    import LocalAppStore
    import LocalStoreKit
    import SwiftyStoreKit

    // What the App Store's own sheets are for: going on, ending, and the money back.
    extension Terminal {
        /// Says of each subscription whether it renews, what it renews to, and when.
        func membership() async throws {
            try await model.club.load()
            let groups = Set(model.club.cards.compactMap(\.groupID)).sorted()
            var statuses: [Product.SubscriptionInfo.Status] = []
            for group in groups {
                let found = try await device.perform { try await Product.SubscriptionInfo.status(for: group) }
                statuses += found
            }
            if statuses.isEmpty { return say("You are in no club.") }
            for status in statuses { say(try line(status)) }
        }

        private func line(_ status: Product.SubscriptionInfo.Status) throws -> String {
            let (transaction, info) = (try status.transaction.payloadValue, try status.renewalInfo.payloadValue)
            let name = { (id: String) in model.club.cards.first { $0.id == id }?.title ?? id }
            let day = Date.ISO8601FormatStyle().year().month().day()
            let date = transaction.expirationDate?.formatted(day) ?? "no date"
            switch status.state {
            case .subscribed, .inGracePeriod: break
            case .inBillingRetryPeriod: return "\(name(transaction.productID)) waits for its payment."
            case .revoked: return "\(name(transaction.productID)) was given back."
            default: return "\(name(transaction.productID)) ended on \(date)."
            }
            guard info.willAutoRenew else { return "\(name(transaction.productID)) ends on \(date)." }
            let next = info.autoRenewPreference ?? transaction.productID
            let becomes = next == transaction.productID ? "renews" : "becomes \(name(next))"
            return "\(name(transaction.productID)) \(becomes) on \(date)."
        }

        /// Opens the sheet for subscriptions, on which the customer lets them end, or go on.
        func manage(_ word: String) async throws {
            let changes: [String: SubscriptionChoice.Change] = ["stop": .cancel, "resume": .resume]
            guard let change = changes[word.lowercased()] else { return say("Say manage stop or manage resume.") }
            device.settings.subscriptionsSheet = { sheet in
                sheet.statuses.map { status in
                    let transaction = status.transaction.unsafePayloadValue
                    return SubscriptionChoice(originalTransactionID: transaction.originalID, change: change)
                }
            }
            try await shop.client.manageSubscriptions()
            try await membership()
        }

        /// Opens the sheet for refunds of the newest purchase of a product.
        func giveBack(_ word: String) async throws {
            try await model.load()
            guard let id = product(word, among: model.rows.map(\.card)) else { return }
            let bought = store.transactions(account: account).last { $0.productID == id && $0.revocationDate == nil }
            guard let number = bought.flatMap({ UInt64($0.transactionID) }) else {
                return say("You have none to return.")
            }
            switch try await shop.client.requestRefund(of: number) {
            case .success: say("You asked for your money.")
            case .userCancelled: say("You keep it.")
            }
        }
    }
#endif
