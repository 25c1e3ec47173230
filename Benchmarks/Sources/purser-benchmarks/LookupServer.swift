import AppReceipt
import Crypto
import Foundation
import Hummingbird
import LocalAppStore
import LocalAppStoreServer
import Logging

/// A store with many accounts behind a server, and an empty Hummingbird route beside it, in a process of their own.
final class LookupServer {
    /// What the process says of itself when it listens.
    private struct Announcement: Codable {
        let port: Int
        let emptyPort: Int
        let token: String
        let transactionIDs: [String]
        let appTransactionIDs: [String]
        let receipts: [String]
    }

    private let serving: ServingProcess<Announcement>
    private var announcement: Announcement { serving.announcement }

    var port: Int { announcement.port }
    var emptyPort: Int { announcement.emptyPort }
    var transactionRequests: [String] { announcement.transactionIDs.map { get("/inApps/v1/transactions/\($0)") } }
    var appTransactionRequests: [String] {
        announcement.appTransactionIDs.map { get("/inApps/v2/refund/lookup/\($0)") }
    }
    var receiptRequests: [String] {
        announcement.receipts.map { receipt in
            let body = #"{"receipt-data":"\#(receipt)"}"#
            return "POST /sandbox/verifyReceipt HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }
    }

    /// How many receipts there are to ask about: so many that a store keeps only some of what it signed for them.
    static let receiptCount = 1_200
    /// How many are asked about again and again: more than there are connections would be no different.
    static let receiptsAskedAgain = 64

    /// How much processor time the server has taken, all threads together.
    var processorSeconds: Double { OwnProcess.processorSeconds(of: serving.process) }

    /// How many periods each customer has had: the first, and a renewal each month.
    private static let periods = 15

    /// - Throws: If the server is not there, or a request is not answered with what it asks for: a refusal is quicker.
    init(accounts: Int) throws {
        serving = try ServingProcess(["--lookup-probe", "\(accounts)"], minutes: 3)
        do {
            for request in receiptRequests { try Self.check(try LoadClients.answer(port, request)) }
        } catch {
            // Nobody gets to know this object who could end it.
            serving.end()
            throw error
        }
    }

    /// Refuses an answer of `verifyReceipt` that is not about all that the customer bought.
    private static func check(_ answer: Data) throws {
        struct Purchases: Decodable {
            struct Purchase: Decodable {
                let transaction_id: String
            }
            let status: Int
            let latest_receipt: String
            let latest_receipt_info: [Purchase]
        }
        guard let read = try? JSONDecoder().decode(Purchases.self, from: answer), read.status == 0,
            !read.latest_receipt.isEmpty, Set(read.latest_receipt_info.map(\.transaction_id)).count == periods
        else {
            let seen = String(decoding: answer.prefix(200), as: UTF8.self)
            throw BenchmarkError("verifyReceipt does not answer with \(periods) purchases: \(seen)")
        }
    }

    func end() { serving.end() }

    private func get(_ path: String) -> String {
        "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(announcement.token)\r\n\r\n"
    }

    /// What the new process does until it is ended.
    static func run(accounts: Int) async throws {
        let store = try SubscriberStore.inMemory()
        _ = try SubscriberStore.subscribe(accounts, to: store)
        try store.advance(to: SubscriberStore.date(afterRenewals: periods - 1))
        let logger = Logger(label: "benchmark") { _ in SwiftLogNoOpLogHandler() }
        let server = LocalStoreServer(store: store, logger: logger)
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let router = Router()
        router.get("/empty") { _, _ in HTTPResponse.Status.ok }
        let empty = Application(
            router: router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in listening.yield(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run() }
            group.addTask { try await empty.runService() }
            guard let port = try await server.baseURL.port, let emptyPort = await ports.first(where: { _ in true })
            else {
                throw BenchmarkError("the servers do not listen")
            }
            let line = try JSONEncoder().encode(try announcement(store, server, port: port, emptyPort: emptyPort))
            FileHandle.standardOutput.write(line + Data("\n".utf8))
            try await group.waitForAll()
        }
    }

    private static func announcement(
        _ store: LocalAppStore,
        _ server: LocalStoreServer,
        port: Int,
        emptyPort: Int
    ) throws -> Announcement {
        // Spread over all, in an order that is not theirs; as many as no cache of a processor is troubled by.
        let all = store.accounts
        let asked = (0..<min(1_000, all.count)).map { all[$0 &* 7_919 % all.count] }
        return Announcement(
            port: port,
            emptyPort: emptyPort,
            token: try token(server.serverAPIKey, bundleID: store.app.bundleID),
            transactionIDs: asked.compactMap { store.transactions(account: $0.id).first?.transactionID },
            appTransactionIDs: asked.map(\.appTransactionID),
            // Of many devices, so that few customers have many receipts.
            receipts: try (0..<receiptCount).map { number in
                let device = try DeviceIdentifier(String(format: "3B76A7BD-8F5B-4B0A-9E0D-%012X", number))
                return try store.receipt(account: asked[number % asked.count].id, device: device).base64EncodedString()
            }
        )
    }

    /// A token as a developer's server makes it, good for an hour.
    private static func token(_ key: ServerAPIKey, bundleID: String) throws -> String {
        let now = Int(Date().timeIntervalSince1970)
        let header = #"{"alg":"ES256","kid":"\#(key.keyID)","typ":"JWT"}"#
        let claims =
            #"{"iss":"\#(key.issuerID)","iat":\#(now),"exp":\#(now + 3_600),"aud":"appstoreconnect-v1","bid":"\#(bundleID)"}"#
        let signed = [header, claims].map { urlSafe(Data($0.utf8)) }.joined(separator: ".")
        let signature = try P256.Signing.PrivateKey(pemRepresentation: key.pem).signature(for: Data(signed.utf8))
        return signed + "." + urlSafe(signature.rawRepresentation)
    }

    private static func urlSafe(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
