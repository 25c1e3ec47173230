import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("Telling of the end of a period that may have been renewed", .timeLimit(.minutes(15)))
struct EndOfPeriodTests {
    private static let end = Purchases.start + 30 * 86_400

    private static func renewal(_ status: AutoRenewStatus, at date: Date) -> RenewalFact {
        var fact = RenewalFact(originalTransactionID: "1", environment: .production, statedDate: date)
        fact.productID = "monthly"
        fact.autoRenewStatus = status
        return fact
    }

    private struct Told {
        let storage: PurchaseDatabase

        func tell(_ name: String, _ purchases: [PurchaseFact], _ renewal: RenewalFact, at date: Date) async throws {
            var notification = Purchases.notification(name, purchases, at: date)
            notification.facts = PurchaseFacts(purchases: purchases, renewals: [renewal])
            _ = try await storage.save(notification) { _ in nil }
        }

        /// Time alone passes, second by second around the end, then hour by hour.
        func pass(to last: TimeInterval) async throws {
            let moments: [TimeInterval] = [
                0, 1, 2, 3, 60, 600, 3_599, 3_600, 3_601, 7_200, 43_200, 86_399, 86_400, 90_000,
            ]
            for seconds in moments where seconds <= last {
                _ = try await storage.noteTimePassing(at: EndOfPeriodTests.end + seconds, limit: 100)
            }
        }

        func types() async throws -> [String] {
            try await storage.events(after: 0, of: nil, limit: 100).map(\.type.rawValue)
        }
    }

    /// A subscription whose renewal is on, by a server of the usual settings.
    private func subscribed(_ world: inout World, asking: Bool) async throws -> Told {
        world.configuration.pollInterval = asking ? 900 : nil
        let told = Told(storage: try world.server().storage)
        let start = Purchases.start
        try await told.tell("1", [Purchases.fact("1")], Self.renewal(.on, at: start), at: start)
        return told
    }

    @Test("A renewal whose notification comes seconds or an hour late is a renewal", arguments: [2, 3, 3_599.0])
    func late(seconds: TimeInterval) async throws {
        var world = try World()
        let told = try await subscribed(&world, asking: false)
        try await told.pass(to: seconds)
        #expect(try await told.types() == ["subscriptionStarted"])
        let next = Purchases.fact("1", transaction: "1-2", at: Self.end)
        try await told.tell("2", [next], Self.renewal(.on, at: Self.end + seconds), at: Self.end + seconds)
        #expect(try await told.types() == ["subscriptionStarted", "subscriptionRenewed"])
    }

    @Test("Where nobody can be asked the end is told after the leeway; where somebody can, after a day at the latest")
    func silence() async throws {
        let cases: [(Bool, TimeInterval, TimeInterval)] = [(false, 3_599, 3_600), (true, 86_399, 86_400)]
        for (asking, before, after) in cases {
            var world = try World()
            let told = try await subscribed(&world, asking: asking)
            try await told.pass(to: before)
            #expect(try await told.types() == ["subscriptionStarted"], "asking: \(asking)")
            try await told.pass(to: after)
            #expect(try await told.types() == ["subscriptionStarted", "expired"], "asking: \(asking)")
        }
    }

    @Test("Without notifications the App Store's answer decides: renewed, or at its end")
    func asked() async throws {
        for renews in [true, false] {
            var world = try World()
            let told = try await subscribed(&world, asking: true)
            try await told.pass(to: 7_200)
            let date = Self.end + 7_300
            let period =
                renews ? Purchases.fact("1", transaction: "1-2", at: Self.end) : Purchases.fact("1")
            try await told.tell("2", [period], Self.renewal(renews ? .on : .off, at: date), at: date)
            let next = renews ? "subscriptionRenewed" : "expired"
            #expect(try await told.types() == ["subscriptionStarted", next])
        }
    }

    @Test("A refund of an earlier period is told while an answer about the newest is waited for, and once")
    func refundMeanwhile() async throws {
        var world = try World()
        let told = try await subscribed(&world, asking: true)
        let second = Purchases.fact("1", transaction: "1-2", at: Self.end)
        try await told.tell("2", [second], Self.renewal(.on, at: Self.end), at: Self.end)
        let end = Self.end + 30 * 86_400
        let refunded = Purchases.fact("1") { ($0.revocationDate, $0.statedDate) = (end - 120, end - 60) }
        for name in ["3", "4"] {
            try await told.tell(name, [refunded], Self.renewal(.on, at: end - 60), at: end + 7_200)
        }
        #expect(try await told.types() == ["subscriptionStarted", "subscriptionRenewed", "refunded"])
        _ = try await told.storage.noteTimePassing(at: end + 86_400, limit: 100)
        #expect(try await told.types() == ["subscriptionStarted", "subscriptionRenewed", "refunded", "expired"])
    }

    @Test("A true end is told at once: renewal is off")
    func ended() async throws {
        var world = try World()
        let told = try await subscribed(&world, asking: true)
        let date = Purchases.start + 60
        try await told.tell("2", [Purchases.fact("1")], Self.renewal(.off, at: date), at: date)
        try await told.pass(to: 1)
        #expect(try await told.types() == ["subscriptionStarted", "renewalTurnedOff", "expired"])
    }

    @Test("Of the short periods of the sandbox the leeway is a tenth")
    func short() {
        let rules = PurchaseServerConfiguration(
            databaseFile: URL(fileURLWithPath: "/nowhere"),
            apps: [AppIdentity](),
            now: { Purchases.start }
        ).entitlementRules
        let period = Purchases.fact("1", lasts: 300)
        let facts = PurchaseFacts(purchases: [period])
        #expect(facts.entitlements(at: Purchases.start + 329, rules: rules).map(\.reason) == [.renewalAwaited])
        #expect(facts.entitlements(at: Purchases.start + 330, rules: rules).map(\.state) == [.expired])
    }
}
