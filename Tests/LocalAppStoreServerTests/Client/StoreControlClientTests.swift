import AppStoreModels
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAppStore
import NIOCore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The client of the control interface", .timeLimit(.minutes(15)))
struct StoreControlClientTests {
    /// What a client makes of a store's long list of transactions.
    private func transactions(_ body: ByteBuffer) async throws -> RecordList<TransactionRecord> {
        let router = Router()
        router.get("control/transactions") { _, _ in
            Response(status: .ok, body: ResponseBody(byteBuffer: body))
        }
        return try await Application(router: router, server: ServerConnections(limits: ServerLimits()).server)
            .test(.live) { client in
                let port = try #require(client.port)
                let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
                return try await StoreControlClient(baseURL: url).send(.transactions())
            }
    }

    @Test("An answer may be longer than what Apple sends")
    func long() async throws {
        let length = JSONLimits().maximumLength
        var body = ByteBuffer(string: #"{"transactions":[""#)
        body.writeRepeatingByte(UInt8(ascii: "x"), count: length)
        body.writeString(#""]}"#)
        #expect(try await transactions(body).json[array: "transactions"]?.first?.string?.utf8.count == length)
    }

    @Test("An answer beyond the limit is told as such")
    func tooLong() async throws {
        let body = ByteBuffer(repeating: UInt8(ascii: " "), count: StoreControlClient.maximumAnswer + 1)
        let error = await #expect(throws: StoreControlError.self) { try await transactions(body) }
        #expect(error?.code == "response-too-long")
        #expect(error?.message.contains("\(StoreControlClient.maximumAnswer) bytes") == true)
        #expect(error?.isRefusal == false)
    }

    @Test(
        "A store's address that nothing can be sent to gives an error",
        arguments: ["http://127.0.0.1:99999", "ftp://127.0.0.1", "http://user:hush@127.0.0.1"]
    )
    func noAddress(text: String) async throws {
        let url = try #require(URL(string: text))
        let error = await #expect(throws: StoreControlError.self) {
            try await StoreControlClient(baseURL: url).send(.state)
        }
        #expect(error?.code == "not-reachable")
        #expect(error?.message.contains("hush") == false)
    }

    @Test("What answers with a redirect, also to where nothing can connect, is no store")
    func redirect() async throws {
        let router = Router()
        router.get("control/state") { _, _ in Response.redirect(to: "http://127.0.0.1:99999/", type: .found) }
        let error = await #expect(throws: StoreControlError.self) {
            try await Application(router: router, server: ServerConnections(limits: ServerLimits()).server)
                .test(.live) { client in
                    let port = try #require(client.port)
                    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
                    _ = try await StoreControlClient(baseURL: url).send(.state)
                }
        }
        #expect(error?.code == "not-a-store")
        #expect(error?.httpStatus == 302)
    }

    @Test("An answer that does not end is not waited for")
    func half() async throws {
        let router = Router()
        let (patience, end) = AsyncStream<Void>.makeStream()
        router.get("control/state") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "{"))
                    for await _ in patience {}
                    try await writer.finish(nil)
                }
            )
        }
        try await Application(router: router, server: ServerConnections(limits: ServerLimits()).server)
            .test(.live) { client in
                let port = try #require(client.port)
                let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
                let error = await #expect(throws: StoreControlError.self) {
                    try await StoreControlClient(baseURL: url, timeout: 0.05).send(.state)
                }
                end.finish()
                #expect(error?.code == "timed-out")
            }
    }

    @Test("A store that is well says whose it is, and what is open")
    func health() async throws {
        let store = try SampleShop.open()
        try await withRunning(LocalStoreServer(store: store)) { url in
            let health = try await StoreControlClient(baseURL: url).send(.health)
            #expect(health.status == "ok")
            #expect(health.bundleID == SampleShop.app.bundleID)
            #expect(health.connections["refused"] == 0)
        }
    }

    static let nameless: [StoreControlRequest<DoneRecord>] = [
        .plain(.delete("")), .plain(.clear(account: "")), .plain(.clearFault("")),
        .plain(.changeAccount("", AccountChange())), .plain(.receipt(account: "")),
        .plain(.transaction("", .finish)), .plain(.subscription("", .renew)), .plain(.attempt("", .approve)),
        .plain(.joinFamily("", account: "flora")), .plain(.leaveFamily("", account: "flora")),
        .plain(.leaveFamily("bloom", account: "")),
        .plain(.redeem("", account: "flora")),
    ]

    @Test("An empty identifier reaches no store: the path of one would be that of all", arguments: nameless)
    func emptyName(request: StoreControlRequest<DoneRecord>) async throws {
        let store = try SampleShop.open()
        try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        let before = store.engine
        try await withRunning(LocalStoreServer(store: store)) { url in
            let error = await #expect(throws: StoreControlError.self) {
                try await StoreControlClient(baseURL: url).send(request)
            }
            #expect(error?.code == "empty-name")
        }
        #expect(store.engine == before)
    }
}
