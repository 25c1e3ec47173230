#if !(canImport(StoreKit) && canImport(Darwin))
    import AppStoreModels
    import Foundation
    import LocalAppStore
    import LocalStoreKit
    import PurchaseServerClient
    import SwiftyStoreKit

    /// The shop as a terminal program: a line in, some lines out. Half of the commands are the customer's, the others do
    /// what Xcode's transaction manager does, and let time pass.
    @MainActor
    struct Terminal {
        let model: ShopModel
        let store: LocalAppStore
        let account: String
        /// The customer's device, on which the App Store shows its sheets.
        let device: LocalDevice
        let say: @Sendable (String) -> Void
        /// How long the next line waits, at most, for what the store did to reach the app; what the shop's server cannot take
        /// now is tried again later.
        let patience: Duration

        nonisolated static let help = """
            list               the products            buy NAME            buy one of them, by name or number
            plans              the club, side by side  plan NAME           what changing to it would do
            membership         how long it goes on     manage stop         let it end; manage resume goes on
            kinds              the products by kind    return NAME         ask for your money back
            owned              what you own            restore             bring back earlier purchases
            refresh            look what is yours      seeds               the seeds in your jar
            server             what the server says    help                this list
            transactions       what the store knows    approve | decline   the purchase that waits
            ask on | off       ask a parent first      cancel on | off     say no when asked to pay
            fail on | off      let purchases fail      interrupt on | off  break off purchases
            resolve            settle an interruption  refund ID           give the money back
            delete ID          forget a transaction    wait 3 days         let time pass: days, weeks, months
            quit
            """

        init(
            _ local: LocalShop,
            account: String,
            patience: Duration = .seconds(1),
            say: @escaping @Sendable (String) -> Void
        ) {
            (model, self.account, self.say) = (ShopModel(shop: local.shop), account, say)
            self.patience = patience
            (store, device) = (local.store, local.device)
        }

        var shop: Shop { model.shop }

        /// Carries out a line; false ends the program.
        func run(_ line: String) async -> Bool {
            let words = line.split(separator: " ").map { String($0) }
            guard let command = words.first?.lowercased() else { return true }
            if command == "quit" { return false }
            let rest = words.dropFirst().joined(separator: " ")
            do {
                if try await customer(command, rest) { return true }
                if try manager(command, words.dropFirst().first) {
                    await settle()
                    return true
                }
                say("I do not understand \"\(line)\". Say help to see what I know.")
            } catch {
                say("\(error)")
            }
            return true
        }

        private func customer(_ command: String, _ rest: String) async throws -> Bool {
            switch command {
            case "help": say(Terminal.help)
            case "list": try await list()
            case "buy": try await buy(rest)
            case "plans": try await plans()
            case "plan": try await plan(rest)
            case "kinds": try await kinds()
            case "membership": try await membership()
            case "manage": try await manage(rest)
            case "return": try await giveBack(rest)
            case "owned": say(await names(of: shop.owned.productIDs))
            case "restore": if let outcome = await model.restoring.restore() { say(outcome.message) }
            case "refresh": try await shop.refresh()
            case "seeds": say("\(try await shop.jar.seeds)")
            case "server": await askServer()
            case "wait":
                try wait(rest)
                // What renewed meanwhile, or has ended, shows to who looks anew.
                await shop.owned.refresh()
            default: return false
            }
            return true
        }

        /// The names of products, as the list has them; of those that are not for sale any more the identifiers.
        private func names(of products: Set<String>) async -> String {
            if products.isEmpty { return "Nothing yet." }
            // A store that is away has no names; what is owned is owned all the same.
            try? await model.load()
            let titles = Dictionary(model.rows.map { ($0.id, $0.card.title) }) { first, _ in first }
            return products.map { titles[$0] ?? $0 }.sorted().joined(separator: ", ")
        }

        private func list() async throws {
            try await model.load()
            for (number, row) in model.rows.enumerated() { say("\(number + 1) \(row.card.title), \(row.status)") }
        }

        /// The products by kind, as they differ in what becomes of them.
        private func kinds() async throws {
            try await model.load()
            let kinds: [(ProductType, String)] = [
                (.consumable, "Used up"), (.nonConsumable, "Yours for ever"),
                (.nonRenewingSubscription, "Yours for a while"), (.autoRenewableSubscription, "Yours until you leave"),
            ]
            for (kind, title) in kinds {
                let names = model.rows.map(\.card).filter { shop.catalogue.productTypes[$0.id] == kind }.map(\.title)
                if !names.isEmpty { say("\(title): \(names.joined(separator: ", "))") }
            }
        }

        private func buy(_ word: String) async throws {
            try await model.load()
            guard let id = product(word, among: model.rows.map(\.card)),
                let row = model.rows.first(where: { $0.id == id })
            else { return }
            guard let answer = await row.buy() else { return say("You have \(row.card.title) already.") }
            say(answer.message)
        }

        private func plans() async throws {
            try await model.club.load()
            for card in model.club.cards {
                say("\(card.title), \(card.isOwned == true ? "yours, " : "")\(card.terms)")
            }
        }

        /// Chooses a plan and says what it would do; `buy` buys it.
        private func plan(_ word: String) async throws {
            try await model.club.load()
            guard let id = product(word, among: model.club.cards),
                let card = model.club.cards.first(where: { $0.id == id })
            else { return }
            await model.club.select(id)
            if model.club.planChange?.direction == .same { return say("You have \(card.title) already.") }
            say("\(card.title), \(card.terms). \(model.club.note ?? "Begins as soon as you buy it.")")
        }

        /// The product that is meant; says so if none is.
        func product(_ word: String, among cards: [ProductCard]) -> String? {
            switch ProductWord(word, in: cards) {
            case .product(let id): return id
            case .unclear(let titles) where !word.isEmpty: say("Which one: \(titles.joined(separator: " or "))?")
            case .unclear: say("Which one? Say its name or its number.")
            case .unknown: say("There is no such product; see list")
            }
            return nil
        }

        private func askServer() async {
            guard let access = await shop.served() else { return say("There is none; name one in FLOWERSHOP_SERVER.") }
            let owned = Set(access.entitlements.filter(\.isEntitled).map(\.productID))
            say("\(access.source): \(await names(of: owned))")
        }

        private func manager(_ command: String, _ word: String?) throws -> Bool {
            switch (command, word) {
            case ("ask", "on"?): try store.updateSettings { $0.askToBuyEnabled = true }
            case ("ask", "off"?): try store.updateSettings { $0.askToBuyEnabled = false }
            case ("cancel", "on"?): try store.updateSettings { $0.purchaseFailure = .cancelled }
            case ("fail", "on"?): try store.updateSettings { $0.purchaseFailure = .unknown }
            case ("cancel", "off"?), ("fail", "off"?): try store.updateSettings { $0.purchaseFailure = nil }
            case ("interrupt", "on"?): try store.updateSettings { $0.interruptedPurchasesEnabled = true }
            case ("interrupt", "off"?): try store.updateSettings { $0.interruptedPurchasesEnabled = false }
            case ("approve", _): try store.approve(attempt: attempt(.waitingForApproval))
            case ("decline", _): try store.decline(attempt: attempt(.waitingForApproval))
            case ("resolve", _): try store.resolveInterruption(attempt: attempt(.interrupted))
            case ("refund", let id?): try store.refund(transactionID: id)
            case ("delete", let id?): try store.delete(transactionID: id)
            case ("transactions", _):
                for transaction in store.transactions(account: account) {
                    say("\(transaction.transactionID) \(transaction.productID)")
                }
            default: return false
            }
            return true
        }

        /// The oldest purchase that is in a state; an identifier that no purchase has if there is none.
        private func attempt(_ status: PurchaseAttempt.Status) -> String {
            store.attempts.first { $0.status == status }?.id ?? "none"
        }
    }
#endif
