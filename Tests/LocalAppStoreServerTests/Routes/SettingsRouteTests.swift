import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Settings over the control interface")
struct SettingsRouteTests {
    /// The environment of a store whose subscriptions end after 6 renewals, a change, and the limit afterwards.
    static let paces: [(AppStoreEnvironment, String, Int?)] = [
        (.sandbox, #"{"timeRate":"monthly-5m"}"#, 12), (.sandbox, #"{"timeRate":"every-2s"}"#, 12),
        (.sandbox, #"{"timeRate":"realtime"}"#, nil), (.production, #"{"timeRate":"monthly-5m"}"#, nil),
        (.xcode, #"{"timeRate":"monthly-5m"}"#, nil), (.sandbox, #"{"timeRate":"monthly-5m","renewalLimit":3}"#, 3),
        (.production, #"{"timeRate":"monthly-5m","renewalLimit":3}"#, 3),
        (.sandbox, #"{"timeRate":"monthly-5m","renewalLimit":null}"#, nil),
        (.sandbox, #"{"timeRate":"monthly-5m","renewalLimit":0}"#, nil),
        (.sandbox, #"{"environment":"Production","timeRate":"monthly-5m"}"#, nil),
        (.production, #"{"timeRate":"monthly-5m","environment":"Sandbox"}"#, 12),
        (.sandbox, #"{"renewalLimit":0}"#, nil), (.sandbox, #"{"renewalLimit":null}"#, nil),
        (.sandbox, #"{"renewalLimit":1}"#, 1), (.sandbox, #"{"askToBuyEnabled":true}"#, 6),
    ]

    @Test("A rate brings the usual limit of renewals, unless the change says another", arguments: paces)
    func pace(environment: AppStoreEnvironment, change: String, limit: Int?) async throws {
        let store = try SampleShop.open(environment: environment)
        try store.updateSettings { $0.renewalLimit = 6 }
        let answer = try await RouteTester(store: store).ask(.patch, "/control/settings", change)
        #expect(answer.status == 200)
        #expect(store.settings.renewalLimit == limit)
        let shown: JSONValue = limit.map { .number(JSONNumber($0)) } ?? .null
        #expect(answer.json["renewalLimit"] == shown)
    }

    @Test(
        "A value that the store does not know is refused, and nothing changes",
        arguments: [
            (#""purchaseFailure":"bogus""#, "invalid-value"), (#""purchaseFailure":"""#, "invalid-value"),
            (#""purchaseFailure":"cancelled\u0007""#, "invalid-value"), (#""purchaseFailure":7"#, "invalid-body"),
            (#""locale":"""#, "invalid-value"), (#""locale":"de DE""#, "invalid-value"),
            (#""locale":"dé""#, "invalid-value"), (#""locale":"../de""#, "invalid-value"),
            (#""locale":"de\n""#, "invalid-value"), (#""locale":7"#, "invalid-body"),
            (#""withdrawnProductIds":["none"]"#, "unknown-product"),
            (#""withdrawnProductIds":["\#(SampleShop.seeds)",""]"#, "unknown-product"),
            (#""renewalLimit":-1"#, "invalid-value"), (#""environment":"Moon""#, "invalid-value"),
            (#""renewalLimit":9223372036854775807"#, "invalid-value"),
            (#""retentionReviewSeconds":9223372036854775807"#, "invalid-value"),
            (#""priceOverrides":{"USA":{"\#(SampleShop.seeds)":{"price":9223372036854775807}}}"#, "invalid-value"),
        ]
    )
    func refused(member: String, code: String) async throws {
        let tester = try RouteTester()
        let before = tester.store.engine
        let answer = try await tester.ask(.patch, "/control/settings", #"{"askToBuyEnabled":true,\#(member)}"#)
        #expect(answer.status == 400)
        #expect(answer.errorCode == code, "\(answer.text)")
        #expect(tester.store.engine == before)
    }

    @Test(
        "What the store knows is taken",
        arguments: [
            #""purchaseFailure":"ineligibleForOffer""#, #""purchaseFailure":null"#, #""locale":"de""#,
            #""locale":"zh_Hans_CN""#, #""locale":"es-419""#, #""withdrawnProductIds":[]"#,
            #""withdrawnProductIds":["\#(SampleShop.seeds)","\#(SampleShop.posy)"]"#,
        ]
    )
    func taken(member: String) async throws {
        let answer = try await RouteTester().ask(.patch, "/control/settings", "{\(member)}")
        #expect(answer.status == 200, "\(answer.text)")
    }

    @Test("A product that left the catalogue may stay withdrawn")
    func formerProduct() async throws {
        let tester = try RouteTester()
        try tester.store.updateSettings { $0.withdrawnProductIDs = ["com.example.former"] }
        let body = #"{"withdrawnProductIds":["com.example.former","\#(SampleShop.seeds)"]}"#
        #expect(try await tester.ask(.patch, "/control/settings", body).status == 200)
        #expect(tester.store.settings.withdrawnProductIDs == ["com.example.former", SampleShop.seeds])
    }

    @Test("A clock that goes by command only is the rate manual, wherever the rate is shown")
    func manual() async throws {
        let tester = try RouteTester()
        func rates() async throws -> [String?] {
            let state = try await tester.ask(.get, "/control/state").json
            return [
                try await tester.ask(.get, "/control/settings").json[string: "timeRate"],
                state[object: "settings"]?[string: "timeRate"], state[object: "clock"]?[string: "timeRate"],
            ]
        }
        #expect(try await rates() == ["manual", "manual", "manual"])
        #expect(try await tester.ask(.post, "/control/clock/resume").status == 200)
        #expect(try await rates() == ["realtime", "realtime", "realtime"])
        // What is read may be written back.
        let answer = try await tester.ask(.patch, "/control/settings", #"{"timeRate":"manual"}"#)
        #expect(answer.json["timeRate"] == "manual")
        #expect(!tester.server.clock.isRunning)
        #expect(tester.store.settings.renewalLimit == nil)
        #expect(try await rates() == ["manual", "manual", "manual"])
        // Periods can be short while the clock stands.
        let short = try await tester.ask(.patch, "/control/settings", #"{"timeRate":"monthly-5m"}"#)
        #expect(short.json["timeRate"] == "monthly-5m")
        #expect(tester.store.settings.timeRate == .monthlyRenewalEveryFiveMinutes)
        #expect(try await rates() == ["monthly-5m", "monthly-5m", "manual"])
    }
}
