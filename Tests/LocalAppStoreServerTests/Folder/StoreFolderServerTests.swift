import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("A server that goes on where it was")
struct StoreFolderServerTests {
    private let folder: TemporaryFolder
    private let time = TestTime()

    init() throws { folder = try TemporaryFolder() }

    private func open(_ transport: RecordingTransport = RecordingTransport()) throws -> LocalStoreServer {
        try .flowerShop(in: folder.file("store"), time: time, transport: transport)
    }

    private func fileNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file("store").path).sorted()
    }

    @Test("Notifications that were not delivered are delivered after the restart, in order")
    func undelivered() async throws {
        let url = URL(string: "http://127.0.0.1:9/hook")
        var uuids: [String] = []
        do {
            let server = try open()
            server.notifications.destination = url
            try server.store.createAccount(id: "flora")
            try server.store.buy(productID: SampleShop.posy, account: "flora")
            try server.store.advance(by: 40 * 86_400)
            uuids = server.notifications.waiting.map(\.id)
            #expect(uuids.count == 3)
        }
        let transport = RecordingTransport()
        let server = try open(transport)
        #expect(server.notifications.destination == url)
        await server.notifications.deliverPending()
        #expect(server.notifications.finished.map(\.id) == uuids)
        #expect(server.notifications.finished.map(\.type) == [.subscribed, .didRenew, .didRenew])
        #expect(transport.posts.count == 3)
    }

    @Test("An event that was written down before a kill, but not its notification, makes it after the restart")
    func missed() async throws {
        var log = Data()
        do {
            let server = try open()
            server.notifications.destination = URL(string: "http://127.0.0.1:9/hook")
            try server.store.createAccount(id: "flora")
            log = try Data(contentsOf: folder.file("store/notifications.jsonl"))
            try server.store.buy(productID: SampleShop.posy, account: "flora")
        }
        // As if the kill had come between the store's log and this one.
        try log.write(to: folder.file("store/notifications.jsonl"))
        let server = try open()
        await server.notifications.publishAll()
        #expect(server.notifications.waiting.map(\.type) == [.subscribed])
        await server.notifications.deliverPending()
        #expect(server.notifications.finished.count == 1)
    }

    @Test("Events from a time without an address make no notification later")
    func noAddress() throws {
        do {
            let server = try open()
            try server.store.createAccount(id: "flora")
            try server.store.buy(productID: SampleShop.posy, account: "flora")
            server.notifications.destination = URL(string: "http://127.0.0.1:9/hook")
        }
        #expect(try open().notifications.waiting == [])
    }

    @Test("The clock goes on too: what fell due while nothing ran happened at its own moment")
    func clock() throws {
        do {
            let server = try open()
            try server.store.createAccount(id: "flora")
            try server.store.buy(productID: SampleShop.bouquet, account: "flora")
            try server.clock.resume()
        }
        time.pass(40 * 86_400)
        let server = try open()
        try server.clock.catchUpIfDue()
        let transactions = server.store.transactions(account: "flora")
        #expect(transactions.count == 2)
        #expect(transactions[1].purchaseDate == transactions[0].expiresDate)
        #expect(server.store.now == TestAuthority.signingDate.addingTimeInterval(40 * 86_400))
    }

    @Test(
        "A file of the running store's address that names none is damaged",
        arguments: ["http://127.0.0.1:99999", "http://127.0.0.1:0", "ftp://127.0.0.1", "http://", "x"]
    )
    func addressFile(text: String) throws {
        let data: JSONValue = ["url": .string(text)]
        try data.jsonData.write(to: folder.file("server.json"))
        let error = #expect(throws: StoreServerError.self) { try StoreAddressFile(folder: folder.file("")).load() }
        #expect(error?.code == .fileDamaged)
    }

    @Test("The folder has the roots to trust, and secrets that only the owner can read")
    func files() throws {
        let server = try open()
        #expect(
            try fileNames() == [
                "authority.pem", "events.jsonl", "jws-root.pem", "lock", "notifications.jsonl", "receipt-root.pem",
                "server-api-key.p8",
            ]
        )
        let root = try String(contentsOf: folder.file("store/jws-root.pem"), encoding: .utf8)
        #expect(root == server.store.authority.jwsRootPEM)
        for name in ["authority.pem", "server-api-key.p8", "notifications.jsonl", "events.jsonl"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("store/\(name)").path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test("The key of the server API is made once")
    func key() throws {
        let first = try open().serverAPIKey
        let second = try ServerAPIKey.inFolder(folder.file("store"))
        #expect(first.pem == second.pem)
        #expect(first.keyID == second.keyID && first.keyID.count == 10)
        #expect(UUID(uuidString: first.issuerID) != nil)
        try Data("no key".utf8).write(to: ServerAPIKey.fileURL(inFolder: folder.file("store")))
        let error = #expect(throws: StoreServerError.self) { try ServerAPIKey.inFolder(folder.file("store")) }
        #expect(error?.code == .fileDamaged)
    }

    @Test("A folder in use is refused, and its files are left alone")
    func inUse() throws {
        let server = try open()
        let error = #expect(throws: StoreError.self) { try open() }
        #expect(error?.code == .folderInUse)
        #expect(server.store.engine.eventCount == 0)
    }
}
