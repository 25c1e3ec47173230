import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Names that must be escaped in a path", .timeLimit(.minutes(15)))
struct EscapedPathTests {
    @Test(
        "A customer is created, changed and asked for, whatever the name",
        arguments: ["Zoë Müller", "a/b?c#d", "Bloom & Sons", "100%", "%2F"]
    )
    func customer(name: String) async throws {
        let store = try SampleShop.open()
        try await withRunning(LocalStoreServer(store: store)) { url in
            let client = StoreControlClient(baseURL: url)
            #expect(try await client.send(.createAccount(name)).id == name)
            let changed = try await client.send(.changeAccount(name, AccountChange(requiresApproval: true)))
            #expect(changed.id == name)
            #expect(changed.requiresApproval == true)
            #expect(try await client.send(.receipt(account: name)).receipt?.isEmpty == false)
            let timeline = StoreControlRequest<DoneRecord>("GET", ["accounts", name, "timeline"])
            #expect(try await client.send(timeline).json[string: "account"] == name)
            #expect(try await client.send(.restore(account: name)).records.isEmpty)
            #expect(try await client.send(.clear(account: name)).json[array: "transactions"] == [])
        }
        #expect(Set(store.accounts.map(\.id)) == [SampleShop.customer, name])
    }

    @Test("A family is made, joined and left, whatever the names")
    func family() async throws {
        let store = try SampleShop.open()
        try await withRunning(LocalStoreServer(store: store)) { url in
            let client = StoreControlClient(baseURL: url)
            for name in ["Zoë Müller", "a/b?c#d"] { _ = try await client.send(.createAccount(name)) }
            let made = try await client.send(.createFamily("Bloom & Sons", organizer: "Zoë Müller"))
            #expect(made.id == "Bloom & Sons")
            let joined = try await client.send(.joinFamily("Bloom & Sons", account: "a/b?c#d"))
            #expect(joined.members == ["Zoë Müller", "a/b?c#d"])
            #expect(try await client.send(.leaveFamily("Bloom & Sons", account: "a/b?c#d")).familyID == nil)
        }
        #expect(store.families.map(\.memberIDs) == [["Zoë Müller"]])
    }

    static let broken: [(HTTPRequest.Method, String)] = [
        (.get, "accounts/%FF"), (.patch, "accounts/%C3"), (.get, "accounts/%FF/receipt"),
        (.post, "accounts/%FF/restore"), (.post, "families/%FF/members"), (.delete, "families/%FF/members/x"),
        (.delete, "families/x/members/%FF"),
        (.post, "attempts/%FF/approve"), (.post, "transactions/%FF/finish"), (.post, "subscriptions/%FF/renew"),
        (.post, "codes/%FF/redeem"), (.delete, "faults/%FF"),
    ]

    @Test("What is escaped and no UTF-8 is refused", arguments: broken)
    func noUTF8(method: HTTPRequest.Method, path: String) async throws {
        let answer = try await RouteTester().ask(method, "/control/\(path)")
        #expect(answer.status == 400)
        #expect(answer.errorCode == "invalid-path")
    }
}
