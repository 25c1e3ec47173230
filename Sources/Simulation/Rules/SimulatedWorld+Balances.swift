import AppStoreModels
import Entitlements
import Foundation
import PurchaseFigures
import PurchaseServer

// Rules 3, 10 and 11: what can be counted.

extension SimulatedWorld {
    /// Rule 3.
    func doubledDeliveries() async throws -> [String] {
        var found: [String] = []
        for app in apps {
            let bought = Int64(store.books.seeds(of: app.account, isKept: false)) * SimulatedGoods.seedsGive
            let credit = receiver.credit(of: "customer-\(app.number)")
            if credit > bought {
                found.append("the game server gave \(app.account) \(credit), and no more than \(bought) were bought")
            }
            guard let balance = try await balance(of: app), balance > bought else { continue }
            found.append("the server gave \(app.account) \(balance), and no more than \(bought) were bought")
        }
        return found
    }

    /// Nil while the server has no power.
    private func balance(of app: SimulatedApp) async throws -> Int64? {
        guard let application = server.application, let customer = CustomerID("customer-\(app.number)") else {
            return nil
        }
        return try await application.statement(of: customer).balances[SimulatedGoods.currency] ?? 0
    }

    /// Rule 10.
    func untoldEvents() async throws -> [String] {
        var found: [String] = []
        if receiver.unsignedCount > 0 { found.append("\(receiver.unsignedCount) events came without a signature") }
        let missing = try await events().filter { !receiver.events.contains($0) }
        if !missing.isEmpty { found.append("\(missing.count) events never reached whoever hears of them") }
        for app in apps {
            let kept = Int64(store.books.seeds(of: app.account, isKept: true)) * SimulatedGoods.seedsGive
            let credit = receiver.credit(of: "customer-\(app.number)")
            if let balance = try await balance(of: app), balance != kept {
                found.append("the server's balance of \(app.account) is \(balance), and \(kept) were bought and kept")
            }
            if credit != kept {
                found.append(
                    "the game server's balance of \(app.account) is \(credit), and \(kept) were bought and kept"
                )
            }
        }
        return found
    }

    /// The events that the server still tells of.
    private func events() async throws -> [String] {
        var all: [String] = []
        var after: Int64 = 0
        while true {
            let json = try await server.ask("GET", "v1/events?after=\(after)&limit=200")
            let page = (json[array: "events"] ?? []).compactMap { $0.object?[string: "id"] }
            all += page
            guard page.count == 200, let next = json[integer: "next"], next > after else { return all }
            after = next
        }
    }

    /// Rule 11.
    func wrongMoney() async throws -> [String] {
        guard let application = server.application else { return ["the server has no power"] }
        let today = Day(now)
        let request = try FigureRequest(Day(Self.start).adding(days: -1)..<today.adding(days: 1), asOf: today)
        let series = try await application.series(Revenue.self, request)
        let (gross, refunded) = (store.books.gross, store.books.refunded)
        let wanted = ["gross": gross, "refunds": -refunded, "net": gross - refunded]
        var found = wanted.sorted { $0.key < $1.key }.compactMap { name, cents -> String? in
            let told = series.lines.first { $0.name == name }?.points.first?.value.decimal ?? 0
            let counted = Decimal(cents) / 100
            return told == counted ? nil : "\(name) is \(told) by the figures and \(counted) by the simulator"
        }
        found += series.missing.map { "the \($0.reason.rawValue) of \($0.count) purchases is missing in the figures" }
        return found
    }
}
