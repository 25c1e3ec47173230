#if !(canImport(StoreKit) && canImport(Darwin))
    import Foundation
    import LocalAppStore
    import PurchaseServerClient
    import SwiftyStoreKit

    /// The shop as a terminal program: a line in, some lines out. Half of the commands are the customer's, the others do
    /// what Xcode's transaction manager does.
    struct Terminal: Sendable {
        let shop: Shop
        let store: LocalAppStore
        let account: String
        let say: @Sendable (String) -> Void

        static let help = """
            list               the products            buy NUMBER          buy one of them
            owned              what you own            restore             bring back earlier purchases
            refresh            fetch the receipt       seeds               the seeds in your jar
            server             what the server says
            transactions       what the store knows    approve | decline   the purchase that waits
            ask on | off       ask a parent first      cancel on | off     say no when asked to pay
            fail on | off      let purchases fail      interrupt on | off  break off purchases
            resolve            settle an interruption  refund ID           give the money back
            delete ID          forget a transaction    quit
            """

        /// Carries out a line; false ends the program.
        func run(_ line: String) async -> Bool {
            let words = line.split(separator: " ").map { String($0) }
            guard let command = words.first else { return true }
            if command == "quit" { return false }
            do {
                guard
                    try await customer(command, words.dropFirst().first)
                        || manager(command, words.dropFirst().first)
                else {
                    say(Terminal.help)
                    return true
                }
            } catch {
                say("\(error)")
            }
            return true
        }

        private func customer(_ command: String, _ word: String?) async throws -> Bool {
            switch command {
            case "list": try await list()
            case "buy": try await buy(word)
            case "owned":
                let owned = shop.owned.state.productIDs.sorted()
                say(owned.isEmpty ? "Nothing yet." : owned.joined(separator: " "))
            case "restore": await restore()
            case "refresh": try await shop.refresh()
            case "seeds": say("\(try await shop.jar.seeds)")
            case "server": await askServer()
            default: return false
            }
            return true
        }

        private func list() async throws {
            for (number, row) in try await shop.rows().enumerated() {
                say("\(number + 1) \(row.title), \(row.isOwned ? "purchased" : row.price)")
            }
        }

        private func buy(_ word: String?) async throws {
            let rows = try await shop.rows()
            guard let number = word.flatMap(Int.init), rows.indices.contains(number - 1) else {
                say("There is no such product; see list")
                return
            }
            say(await shop.buy(rows[number - 1].id).message)
        }

        private func restore() async {
            switch await shop.restore() {
            case .success(let count): say(count == 0 ? "There is nothing to restore." : "\(count) restored")
            case .failure(let error): say(error.localizedDescription)
            }
        }

        private func askServer() async {
            guard let access = await shop.served() else { return say("There is none; name one in FLOWERSHOP_SERVER.") }
            let owned = access.entitlements.filter(\.isEntitled).map(\.productID).sorted()
            say("\(access.source): \(owned.isEmpty ? "nothing yet" : owned.joined(separator: " "))")
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
