import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import LocalAppStoreServer
import PurchaseServer
import PurchaseServerClient

// Rules 4, 9 and 12: what one says and what the other says.

extension SimulatedWorld {
    /// Rule 4.
    func disagreements() async throws -> [String] {
        var found: [String] = []
        for app in apps {
            guard let launch = app.launch, !launch.life.isOver else { continue }
            let access = await launch.backend.current()
            let shown = Set(access.entitlements.filter(\.isEntitled).map(\.productID))
            let wanted = app.lastWord?.products(at: now, Self.trustWindow) ?? []
            guard shown != wanted else { continue }
            let word = app.lastWord.map { "\(Int(now.timeIntervalSince($0.date) / 3_600)) hours ago" } ?? "never"
            found.append(
                "the app of \(app.account) shows \(shown.sorted()), and by the server's last word, \(word), it is \(wanted.sorted())"
            )
        }
        return found
    }

    /// Rule 9.
    func untruths() async throws -> [String] {
        guard let application = server.application else { return ["the server has no power"] }
        var found: [String] = []
        for app in apps {
            guard let customer = CustomerID("customer-\(app.number)") else { continue }
            let truth = store.holdings(of: app.account)
            let statement = try await application.statement(of: customer)
            let stated = Set(
                statement.entitlements.filter { statement.counts($0) && $0.productID != SimulatedGoods.seeds }.map {
                    let isSubscription = SimulatedGoods.subscriptions.contains($0.productID)
                    return SimulatedHolding(product: $0.productID, renews: isSubscription ? $0.willAutoRenew : nil)
                }
            )
            if stated != truth {
                found.append("\(customer) has \(truth.sorted()) by the store and \(stated.sorted()) by the server")
            }
            guard let launch = app.launch else { continue }
            let shown = Set(await launch.backend.current().entitlements.filter(\.isEntitled).map(\.productID))
            if shown.subtracting([SimulatedGoods.seeds]) != Set(truth.map(\.product)) {
                found.append("the app of \(customer) shows \(shown.sorted()), and by the store it is \(truth.sorted())")
            }
        }
        return found
    }

    /// Rule 12.
    func unfinishedBusiness() async throws -> [String] {
        var found: [String] = []
        for app in apps {
            // What was refunded before an app had it comes to no app any more.
            let left = store.store.unfinishedTransactions(account: app.account).filter { $0.revocationDate == nil }
            if !left.isEmpty { found.append("\(left.count) purchases of \(app.account) are not finished") }
            guard let application = server.application, let customer = CustomerID("customer-\(app.number)") else {
                continue
            }
            let uploads = try await application.kept.pendingUploadCount(of: customer)
            if uploads > 0 { found.append("\(uploads) uploads of \(customer) still wait for the App Store") }
        }
        let waiting = store.server.notifications.waiting.count
        if waiting > 0 { found.append("\(waiting) notifications still wait to be sent") }
        return found
    }
}
