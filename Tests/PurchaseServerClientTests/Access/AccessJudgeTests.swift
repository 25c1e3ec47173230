import AppStoreModels
import Entitlements
import Foundation
import Testing

@testable import PurchaseServerClient

@Suite("What counts while the server is away")
struct AccessJudgeTests {
    private static let day: TimeInterval = 86_400
    private static let date = StatementSample.date
    private let sample = StatementSample()

    private func judge(_ window: TrustWindow = TrustWindow()) throws -> AccessJudge {
        AccessJudge(
            window: window,
            catalogue: try LevelCatalogue([.init("gold", productIDs: ["pro"])]),
            environments: [.production]
        )
    }

    private func statement(_ entitlements: [JSONValue], levels: [JSONValue] = []) throws -> SignedStatement {
        try sample.verified { payload in
            payload[array: "entitlements"] = entitlements
            payload[array: "levels"] = levels
            payload[array: "balances"] = [["currency": "coins", "amount": 7]]
            payload[string: "managementUrl"] = "https://apps.apple.com/account/subscriptions"
        }
    }

    private func moment(_ days: Double, isSetBack: Bool = false) -> StatementClock.Moment {
        StatementClock.Moment(date: Self.date + days * Self.day, isSetBack: isSetBack)
    }

    private func bought(
        _ product: String,
        days: Double,
        refunded: Double? = nil,
        in environment: AppStoreEnvironment = .production
    ) -> [Entitlement] {
        let date = Self.date + days * Self.day
        var fact = PurchaseFact(
            transactionID: "1",
            originalTransactionID: "1",
            productID: product,
            environment: environment,
            purchaseDate: date,
            statedDate: date
        )
        fact.revocationDate = refunded.map { Self.date + $0 * Self.day }
        return PurchaseFacts(purchases: [fact]).entitlements(at: Self.date + 30 * Self.day)
    }

    @Test("What the server has just said is taken as it stands")
    func fresh() throws {
        let access = try judge().access(try statement([StatementSample.entitlement(ends: 1)]))
        #expect(access.source == .server)
        #expect(access.date == Self.date)
        #expect(access.countsUntil == Self.date + 3 * Self.day)
        #expect(access.owns("monthly"))
        #expect(access.balance(of: "coins") == 7)
        #expect(access.managementURL?.host == "apps.apple.com")
    }

    @Test(
        "The last word counts within the window, and no longer than the server wants",
        arguments: [
            (3, 2.9, true), (3, 3.0, false), (30, 6.9, true), (30, 7.0, false), (0, 0.0, false), (-1, 0, false),
        ] as [(Double, Double, Bool)]
    )
    func window(days: Double, after: Double, counts: Bool) throws {
        let window = TrustWindow(afterStatement: days * Self.day)
        let last = try judge(window).access(
            try statement([StatementSample.entitlement()]),
            at: moment(after),
            device: []
        )
        #expect((last != nil) == counts)
        if let last {
            #expect(last.source == .lastStatement)
            #expect(last.entitlements.map(\.source) == [.lastStatement])
            #expect(last.owns("monthly"))
        }
    }

    @Test("While the clock is behind what it has shown before, no last word counts")
    func setBack() throws {
        let statement = try statement([StatementSample.entitlement()])
        #expect(try judge().access(statement, at: moment(0.1, isSetBack: true), device: []) == nil)
    }

    @Test(
        "What has an end is over then; what renews by itself a day later, because nobody could hear of the renewal",
        arguments: [
            (1.0, nil, 0.9, true), (1, nil, 1.0, false), (1, false, 1.0, false), (1, true, 1.9, true),
            (1, true, 2.0, false), (nil, nil, 2.9, true),
        ] as [(Double?, Bool?, Double, Bool)]
    )
    func ends(end: Double?, renews: Bool?, after: Double, isEntitled: Bool) throws {
        let entitlement = StatementSample.entitlement(ends: end.map { $0 * Self.day }, renews: renews)
        let last = try judge().access(try statement([entitlement]), at: moment(after), device: [])
        #expect(last?.owns("monthly") == isEntitled)
        if !isEntitled {
            #expect(last?.entitlement(to: "monthly")?.state == .expired)
            #expect(last?.entitlement(to: "monthly")?.reason == .periodEnded)
        }
    }

    @Test("A level ends with what gives it")
    func levels() throws {
        var ending: JSONObject = ["level": "silver"]
        ending[milliseconds: "expiresDate"] = Self.date + Self.day
        let statement = try statement([], levels: [.object(ending), ["level": "lasting"]])
        let judge = try judge()
        #expect(judge.access(statement, at: moment(0.9), device: [])?.has("silver") == true)
        #expect(judge.access(statement, at: moment(1), device: [])?.has("silver") == false)
        #expect(judge.access(statement, at: moment(1), device: [])?.has("lasting") == true)
    }

    @Test("What was bought since is added by the device's word; what was refunded before stays refunded")
    func newer() throws {
        let statement = try statement([StatementSample.entitlement("pro", isEntitled: false)])
        let judge = try judge()
        let after = try #require(judge.access(statement, at: moment(1), device: bought("pro", days: 0.5)))
        #expect(after.owns("pro"))
        #expect(after.entitlement(to: "pro")?.source == .device)
        #expect(after.entitlements.count == 1)
        #expect(after.has("gold"))
        #expect(after.source == .lastStatement)
        let before = try #require(judge.access(statement, at: moment(1), device: bought("pro", days: -1)))
        #expect(!before.owns("pro"))
        #expect(!before.has("gold"))
        let free = judge.access(statement, at: moment(1), device: bought("pro", days: 0.5, in: .sandbox))
        #expect(free?.owns("pro") == false)
    }

    /// What the server says of the purchase that the device knows as transaction 1.
    private func stated(_ product: String, isEntitled: Bool = true) -> JSONValue {
        var json = StatementSample.entitlement(product, isEntitled: isEntitled).object ?? [:]
        json[string: "transactionId"] = "1"
        json[string: "originalTransactionId"] = "1"
        return .object(json)
    }

    @Test("What the server has yet to be given counts, unless its last word knows it")
    func waiting() throws {
        let (judge, moment) = (try judge(), moment(1))
        let device = bought("pro", days: -0.001)
        let silent = try statement([])
        #expect(judge.access(silent, at: moment, device: device)?.owns("pro") == false)
        #expect(judge.access(silent, at: moment, device: device, waiting: ["2"])?.owns("pro") == false)
        let counted = try #require(judge.access(silent, at: moment, device: device, waiting: ["1"]))
        #expect(counted.owns("pro"))
        #expect(counted.has("gold"))
        #expect(counted.entitlement(to: "pro")?.source == .device)
        let refused = try statement([stated("pro", isEntitled: false)])
        #expect(judge.access(refused, at: moment, device: device, waiting: ["1"])?.owns("pro") == false)
    }

    @Test("What was refunded since is taken off, with the levels that nothing else gives")
    func takenOff() throws {
        let judge = AccessJudge(
            window: TrustWindow(),
            catalogue: try LevelCatalogue([
                .init("gold", productIDs: ["pro"]), .init("silver", productIDs: ["pro", "monthly"]),
            ]),
            environments: [.production]
        )
        let statement = try statement(
            [stated("pro"), StatementSample.entitlement("monthly")],
            levels: [
                ["level": "gold", "productId": "pro"], ["level": "silver", "productId": "pro"], ["level": "granted"],
            ]
        )
        let (before, since) = (bought("pro", days: -1, refunded: -0.5), bought("pro", days: -1, refunded: 0.5))
        let access = try #require(judge.access(statement, at: moment(1), device: since))
        #expect(!access.owns("pro"))
        #expect(access.entitlement(to: "pro")?.state == .revoked)
        #expect(access.entitlement(to: "pro")?.source == .device)
        #expect(access.entitlement(to: "pro")?.revocationDate == Self.date + 0.5 * Self.day)
        #expect(access.owns("monthly"))
        #expect(access.levels.map(\.level) == ["silver", "granted"])
        // The server has spoken after it, and knows whether that was taken back.
        #expect(judge.access(statement, at: moment(1), device: before)?.owns("pro") == true)
        let free = bought("pro", days: -1, refunded: 0.5, in: .sandbox)
        #expect(judge.access(statement, at: moment(1), device: free)?.owns("pro") == true)
    }

    @Test("Beyond the window the device answers by itself, and says so; without it nobody does")
    func device() throws {
        let judge = try judge()
        let access = judge.access(of: "alice", device: bought("pro", days: -1), at: Self.date)
        #expect(access.source == .device)
        #expect(access.owns("pro"))
        #expect(access.has("gold"))
        #expect(access.balances == [])
        #expect(access.countsUntil == nil)
        #expect(judge.access(of: "alice", device: bought("pro", days: -1, in: .xcode), at: Self.date).levels == [])
        let nobody = judge.access(of: "alice", device: nil, at: Self.date)
        #expect(nobody.source == .nobody)
        #expect(nobody.entitlements == [])
    }
}
