#if !(canImport(StoreKit) && canImport(Darwin))
    import Foundation
    import LocalAppStore
    import SwiftyStoreKit

    /// How long somebody wants to wait.
    enum Waiting: Equatable {
        case days(Int)
        case months(Int)

        /// The longest wait, in days and in months: ten years, in which everything that can end ends.
        private static let longest = (days: 3_660, months: 120)

        /// What words such as "3 days", "week" or "2 months" say; nil if they say nothing of the kind, or too much.
        init?(_ words: String) {
            var words = words.lowercased().split(separator: " ").map { String($0) }
            var count = 1
            if let number = words.first.flatMap(Int.init) {
                count = number
                words.removeFirst()
            }
            guard words.count == 1, (1...Self.longest.days).contains(count) else { return nil }
            switch words[0].hasSuffix("s") ? String(words[0].dropLast()) : words[0] {
            case "day": self = .days(count)
            case "week" where count * 7 <= Self.longest.days: self = .days(count * 7)
            case "month" where count <= Self.longest.months: self = .months(count)
            case "year" where count * 12 <= Self.longest.months: self = .months(count * 12)
            default: return nil
            }
        }
    }

    extension Terminal {
        /// Lets time pass in the store, with everything that falls due: renewals, ends of trials, ends of subscriptions.
        func wait(_ words: String) throws {
            guard let waiting = Waiting(words) else {
                return say("How long? Say wait 3 days, wait 1 week or wait 2 months; ten years at most.")
            }
            switch waiting {
            case .days(let days): try store.advance(days: days)
            case .months(let months): try store.advance(months: months)
            }
            say("It is \(store.now.formatted(Date.ISO8601FormatStyle().year().month().day())).")
        }

        /// Has the app take in what the store did, so that the next line finds it done: it looks as after a sheet of the App
        /// Store, delivers what it finds, and looks what is owned.
        func settle() async {
            // The app hears of it by itself, too. What it is just about to begin with it finds when it looks once more.
            for _ in 1...3 where isBehind {
                try? await shop.client.showing {}
                guard await hasDelivered() else { return }
                await shop.owned.refresh()
            }
        }

        /// Waits for what the app delivers now; false if that takes longer than anybody waits.
        private func hasDelivered() async -> Bool {
            let client = shop.client
            let delivery = Task { await client.delivered() }
            let deadline = Task {
                try await Task.sleep(for: patience)
                delivery.cancel()
            }
            await delivery.value
            deadline.cancel()
            return client.isDelivered
        }

        /// Whether something waits to be delivered, or the app still shows what the customer got the money back for.
        private var isBehind: Bool {
            let bought = store.transactions(account: account)
            let kept = Set(bought.filter { $0.revocationDate == nil }.map(\.productID))
            let returned = Set(bought.map(\.productID)).subtracting(kept)
            return store.unfinishedTransactions(account: account).contains { $0.revocationDate == nil }
                || !returned.isDisjoint(with: shop.owned.productIDs)
        }
    }
#endif
