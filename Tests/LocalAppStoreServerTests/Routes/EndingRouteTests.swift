import AppStoreModels
import AppStoreTrust
import Foundation
import HTTPTypes
import LocalAppStore
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The end of a server, and of everything in it")
struct EndingRouteTests {
    @Test("Whoever runs the server hears that it is to end")
    func stop() async throws {
        let tester = try RouteTester()
        async let stopped: Void = tester.server.stopRequested()
        let answer = try await tester.ask(.post, "/control/stop")
        #expect(answer.status == 202)
        #expect(answer.json["stopping"] == true)
        await stopped
    }

    @Test("Who is heard later, and who is cancelled, waits no longer than needed")
    func stopRequests() async throws {
        let tester = try RouteTester()
        _ = try await tester.ask(.post, "/control/stop")
        await tester.server.stopRequested()
        let cancelled = Task { await tester.server.stopRequested() }
        cancelled.cancel()
        await cancelled.value
    }

    @Test("A store begins anew: no customers, faults and notifications, the first time, the same identifiers again")
    func beginAnew() async throws {
        let tester = try RouteTester()
        let store = tester.store
        _ = try await tester.ask(.post, "/control/begin-anew")
        let start = store.now
        tester.server.notifications.destination = URL(string: "http://127.0.0.1:9/n")
        func live() throws -> [String] {
            try store.createAccount(id: "fern")
            try store.updateSettings { $0.askToBuyEnabled = false }
            let bought = try store.buy(productID: SampleShop.posy, account: "fern")
            return [bought.transactionID, try store.account("fern").appTransactionID]
        }
        let first = try live()
        try store.advance(by: 86_400 * 40)
        try store.setFault(StoreFault(.offline))
        try store.updateSettings { settings in
            settings.askToBuyEnabled = true
            settings.timeRate = .monthlyRenewalEveryFiveMinutes
        }
        await tester.server.notifications.deliverPending()
        #expect(!tester.server.notifications.finished.isEmpty || !tester.server.notifications.waiting.isEmpty)
        let count = store.eventCount
        let answer = try await tester.ask(.post, "/control/begin-anew")
        #expect(answer.status == 200)
        #expect(answer.json[milliseconds: "date"] == start)
        #expect(answer.json["accountCount"] == 0)
        #expect(store.accounts.isEmpty)
        #expect(store.faults.isEmpty)
        #expect(store.now == start)
        #expect(!store.settings.askToBuyEnabled)
        #expect(store.settings.timeRate == .monthlyRenewalEveryFiveMinutes)
        #expect(tester.server.notifications.waiting.isEmpty)
        #expect(tester.server.notifications.finished.isEmpty)
        #expect(store.eventCount == count + 1, "events are numbered on")
        #expect(try live() == first)
    }

    @Test("What began anew is so after a restart, too, and the notifications' log is empty")
    func persistence() async throws {
        try await withTemporaryFolder { folder in
            let data = folder.appendingPathComponent("store")
            do {
                let server = try LocalStoreServer.flowerShop(in: data, time: TestTime())
                server.notifications.destination = URL(string: "http://127.0.0.1:9/n")
                try server.store.createAccount(id: "flora")
                try server.store.buy(productID: SampleShop.posy, account: "flora")
                await server.notifications.publishAll()
                #expect(!server.notifications.waiting.isEmpty)
                try server.clock.beginAnew()
                server.notifications.forgetAll()
            }
            let server = try LocalStoreServer.flowerShop(in: data, time: TestTime())
            #expect(server.store.accounts.isEmpty)
            #expect(server.notifications.waiting.isEmpty)
            #expect(server.notifications.destination?.absoluteString == "http://127.0.0.1:9/n")
        }
    }

    @Test("Stores that are given one authority have the same roots; a folder that was begun with another refuses it")
    func authority() throws {
        try withTemporaryFolder { folder in
            let given = try TestAuthority.trusted.get()
            func open(_ name: String, _ authority: CertificateAuthority?) throws -> LocalAppStore {
                try LocalAppStore.open(
                    folder: folder.appendingPathComponent(name),
                    configuration: .init(contentsOf: SampleShop.catalogue),
                    app: SampleShop.app,
                    start: TestAuthority.signingDate,
                    authority: authority
                )
            }
            for name in ["one", "two", "one"] {
                let store = try open(name, given)
                try store.nameResponder(at: "http://127.0.0.1:\(name == "one" ? 1 : 2)/ocsp")
                #expect(store.authority.receiptAnchor == given.receiptAnchor)
                #expect(store.authority.jwsAnchor == given.jwsAnchor)
            }
            #expect(try open("one", nil).authority.receiptAnchor == given.receiptAnchor)
            _ = try open("own", nil)
            #expect(throws: StoreError(.folderUnusable, "")) { _ = try open("own", given) }
        }
    }
}
