import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import LocalAppStore
import Logging
import NIOCore
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Commands that cannot be written down, over the control interface", .timeLimit(.minutes(5)))
struct UnwrittenCommandTests {
    private let folder: TemporaryFolder
    private let time = TestTime()
    private let disk = LimitedDisk()
    private let transport = RecordingTransport()
    /// Where the files of the server are; as long as it is not there nothing can be written.
    private var place: URL { folder.file("server") }
    private let hook = URL(string: "http://127.0.0.1:9/hook")

    init() throws { folder = try TemporaryFolder() }

    private func makeRoom() throws {
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    }

    /// A store on the limited disk.
    private func store() throws -> LocalAppStore {
        let store = try LocalAppStore.open(
            folder: folder.file("store"),
            on: disk.disk,
            configuration: try StoreConfiguration(contentsOf: SampleShop.catalogue),
            app: SampleShop.app,
            start: TestAuthority.signingDate,
            authority: try TestAuthority.trusted.get()
        )
        try store.createAccount(id: SampleShop.customer)
        return store
    }

    /// - Parameter log: What is open as the log of notifications; nil for no log.
    private func tester(
        _ store: LocalAppStore,
        log: String? = nil,
        destination: URL? = nil,
        realTime: RealTime? = nil
    ) throws -> RouteTester {
        let log = try log.map { path in
            NotificationLog(
                url: place.appendingPathComponent("notifications.jsonl"),
                writingTo: try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            )
        }
        let server = LocalStoreServer(
            LocalStoreServer.Parts(
                store: store,
                clock: try clock(store),
                serverAPIKey: ServerAPIKey(),
                outbox: NotificationLog.Content(
                    outbox: NotificationOutbox(schedule: .production),
                    destination: destination
                ),
                log: log
            ),
            configuration: StoreServerConfiguration(),
            realTime: realTime ?? time.realTime,
            sharedSecret: nil,
            transport: transport,
            logger: Logger(label: "test")
        )
        return RouteTester(server, transport)
    }

    private func clock(_ store: LocalAppStore) throws -> StoreClock {
        try StoreClock(store: store, realTime: time.realTime, file: place.appendingPathComponent("clock.json"))
    }

    // MARK: The clock

    @Test("The clock goes as it went, health tells, and both are well when the disk is", arguments: [false, true])
    func clock(isRunning: Bool) async throws {
        let tester = try tester(try SampleShop.open())
        if isRunning {
            try makeRoom()
            try tester.server.clock.resume()
            try FileManager.default.removeItem(at: place)
        }
        #expect(try await tester.ask(.get, "/health").status == 200, "nobody knows yet")
        let path = isRunning ? "/control/clock/pause" : "/control/clock/resume"
        let refused = try await tester.ask(.post, path)
        #expect(refused.status == 503)
        #expect(refused.errorCode == "journal-failed")
        #expect(refused.json[object: "error"]?[string: "message"]?.contains("clock.json") == true)
        #expect(try await tester.ask(.get, "/control/clock").json["isRunning"] == .bool(isRunning))
        let ill = try await tester.ask(.get, "/health")
        #expect(ill.status == 503)
        #expect(ill.json[string: "status"] == "cannot-write")
        #expect(ill.errorCode == "file-unusable")
        try makeRoom()
        #expect(try await tester.ask(.get, "/health").status == 200)
        #expect(try clock(tester.store).isRunning == isRunning, "a restart finds it as it was")
        #expect(try await tester.ask(.post, path).json["isRunning"] == .bool(!isRunning))
        #expect(try clock(tester.store).isRunning == !isRunning)
    }

    @Test("Another state does not come", arguments: ["begin-anew", "snapshot"])
    func otherState(command: String) async throws {
        let tester = try tester(try SampleShop.open())
        try makeRoom()
        try tester.server.clock.resume()
        try FileManager.default.removeItem(at: place)
        let snapshot = try tester.store.snapshot()
        try tester.store.createAccount(id: "fern")
        let before = tester.store.engine
        let isRestored = command == "snapshot"
        let method: HTTPRequest.Method = isRestored ? .put : .post
        let body = isRestored ? snapshot : Data()
        try await tester.server.application.test(.router) { client in
            let response = try await client.execute(
                uri: "/control/\(command)",
                method: method,
                body: ByteBuffer(bytes: body)
            )
            #expect(response.status == .serviceUnavailable)
            #expect(String(buffer: response.body).contains("journal-failed"))
        }
        #expect(tester.store.engine == before)
        #expect(tester.server.clock.isRunning)
    }

    @Test("A rate that is refused does not stop the clock", arguments: [false, true])
    func manual(isFull: Bool) async throws {
        try makeRoom()
        let tester = try tester(try store())
        try tester.server.clock.resume()
        let before = tester.store.engine
        disk.limit(to: isFull ? 0 : nil)
        let storefront = isFull ? "DEU" : "XXX"
        let body = #"{"timeRate":"manual","storefront":"\#(storefront)"}"#
        let answer = try await tester.ask(.patch, "/control/settings", body)
        #expect(answer.status == (isFull ? 503 : 400))
        #expect(answer.errorCode == (isFull ? "journal-failed" : "unknown-storefront"))
        #expect(tester.store.engine == before)
        #expect(tester.server.clock.isRunning)
        #expect(try clock(tester.store).isRunning)
        disk.limit(to: nil)
        let good = try await tester.ask(.patch, "/control/settings", #"{"timeRate":"manual","storefront":"DEU"}"#)
        #expect(good.status == 200)
        #expect(!tester.server.clock.isRunning)
        #expect(tester.store.settings.storefront == "DEU")
    }

    @Test("verifyReceipt says that what fell due cannot be written down")
    func verifyReceipt() async throws {
        try makeRoom()
        let (looks, look) = AsyncStream.makeStream(of: Void.self)
        let real = time.realTime
        let realTime = RealTime(
            now: real.now,
            steadyNow: real.steadyNow,
            sleep: { seconds in
                if seconds == ClockDriver.interval { look.yield() }
                try await real.sleep(seconds)
            }
        )
        let tester = try tester(try store(), realTime: realTime)
        try tester.store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        try tester.server.clock.resume()
        try await tester.server.application.test(.router) { client in
            // Whoever drives the clock has looked, and does not look again.
            for await _ in looks { break }
            time.pass(40 * 86_400)
            disk.limit(to: 0)
            let body = ByteBuffer(string: "{}")
            let refused = try await client.execute(uri: "/verifyReceipt", method: .post, body: body)
            #expect(refused.status == .serviceUnavailable)
            #expect(String(buffer: refused.body).contains("journal-failed"))
            disk.limit(to: nil)
            #expect(try await client.execute(uri: "/verifyReceipt", method: .post, body: body).status == .ok)
        }
    }

    // MARK: Notifications

    @Test("Notifications go where they went, and elsewhere when the disk is well", arguments: [1, 2])
    func destination(version: Int) async throws {
        let tester = try tester(try SampleShop.open(), log: "/dev/full")
        let body = #"{"url":"http://127.0.0.1:9/hook","version":\#(version)}"#
        let refused = try await tester.ask(.put, "/control/notifications/destination", body)
        #expect(refused.status == 503)
        #expect(refused.errorCode == "journal-failed")
        #expect(!tester.server.notifications.hasDestination)
        #expect(try await tester.ask(.get, "/health").errorCode == "file-unusable")
        try makeRoom()
        #expect(try await tester.ask(.put, "/control/notifications/destination", body).status == 200)
        let content = try NotificationLog.content(
            at: place.appendingPathComponent("notifications.jsonl"),
            schedule: .production
        )
        #expect((version == 1 ? content.versionOneDestination : content.destination) == hook)
        #expect(try await tester.ask(.get, "/health").status == 200)
    }

    @Test("A test that cannot be written down is not sent")
    func test() async throws {
        let tester = try tester(try SampleShop.open(), log: "/dev/full", destination: hook)
        let refused = try await tester.ask(.post, "/control/notifications/test")
        #expect(refused.status == 503)
        #expect(refused.errorCode == "journal-failed")
        #expect(transport.posts.isEmpty)
        #expect(tester.server.notifications.waiting.isEmpty && tester.server.notifications.finished.isEmpty)
        try makeRoom()
        #expect(try await tester.ask(.post, "/control/notifications/test").status == 200)
        #expect(transport.posts.count == 1)
    }

    // MARK: What is one command is one line

    /// Says whether a command did all that it is to do.
    private func holds(_ request: (HTTPRequest.Method, String, String), _ isDone: (StoreEngine) -> Bool) async throws {
        let tester = try tester(try store())
        try tester.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        try tester.store.setFault(
            StoreFault(.storefrontSwitch, times: 1, parameters: StoreFault.Parameters(storefront: "FRA"))
        )
        try tester.store.updateSettings { $0.disableDialogs = true }
        let before = tester.store.engine
        disk.limit(to: 0)
        let refused = try await tester.ask(request.0, request.1, request.2)
        #expect(refused.status == 503)
        #expect(tester.store.engine == before)
        disk.limit(to: 1)
        let done = try await tester.ask(request.0, request.1, request.2)
        #expect((200..<300).contains(done.status), "\(done.text)")
        #expect(isDone(tester.store.engine))
    }

    @Test("A reset happens as a whole")
    func reset() async throws {
        try await holds((.post, "/control/reset", "")) { engine in
            engine.transactions(account: SampleShop.customer).isEmpty && engine.faults.isEmpty
                && !engine.settings.disableDialogs
        }
    }

    @Test("A customer is changed as a whole")
    func account() async throws {
        let body = #"{"storefront":"DEU","requiresApproval":true,"consent":false}"#
        try await holds((.patch, "/control/accounts/\(SampleShop.customer)", body)) { engine in
            guard let account = try? engine.account(SampleShop.customer) else { return false }
            return account.storefront == "DEU" && account.requiresApproval && account.consentRescindedDate != nil
        }
    }

    @Test("A purchase of a device happens with the faults that meet it")
    func devicePurchase() async throws {
        let body = #"{"productId":"\#(SampleShop.seeds)","account":"\#(SampleShop.customer)","asDevice":true}"#
        try await holds((.post, "/control/purchases", body)) { engine in
            engine.transactions(account: SampleShop.customer).count == 2 && engine.faults.isEmpty
                && (try? engine.account(SampleShop.customer).storefront) == "FRA"
        }
    }

    @Test("A purchase of a device that is refused meets no fault")
    func refusedDevicePurchase() async throws {
        let tester = try tester(try store())
        try tester.store.setFault(
            StoreFault(.storefrontSwitch, times: 1, parameters: StoreFault.Parameters(storefront: "FRA"))
        )
        let before = tester.store.engine
        let body = #"{"productId":"none","account":"\#(SampleShop.customer)","asDevice":true}"#
        #expect(try await tester.ask(.post, "/control/purchases", body).errorCode == "unknown-product")
        #expect(tester.store.engine == before)
    }
}

extension RouteTester {
    /// A server that a test has set up.
    fileprivate init(_ server: LocalStoreServer, _ transport: RecordingTransport) {
        store = server.store
        self.server = server
        self.transport = transport
    }
}
