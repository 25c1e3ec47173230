import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import HTTPServing
import Hummingbird
import HummingbirdTesting
import Locking
import Logging
import TestSupport
import Testing

@testable import PurchaseServer

/// Each of these runs a server in a process of its own, which SIGKILL ends while uploads are under way.
@Suite("Killing the server", .tags(.slow), .serialized, .timeLimit(.minutes(15)))
struct DurabilityTests {
    @Test("No upload that was answered is lost, verified or waiting", arguments: [1, 2, 7, 25])
    func kill(acknowledged limit: Int) async throws {
        let scratch = try TemporaryFolder()
        defer { withExtendedLifetime(scratch) {} }
        let folder = scratch.url
        let path = folder.path
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, limit = limit as Int] in
            try await Doomed(folder: URL(fileURLWithPath: path), limit: limit).run()
        }
        let journal = try String(contentsOf: folder.appendingPathComponent("journal"), encoding: .utf8)
        let answers = journal.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(answers.count >= limit)
        let storage = try PurchaseDatabase(file: folder.appendingPathComponent("purchases.sqlite"))
        for answer in answers {
            let customer = try #require(CustomerID(answer[1]))
            switch answer[0] {
            case "200": #expect(try await storage.facts(of: customer).purchases.isEmpty == false, "\(answer)")
            case "202": #expect(try await storage.pendingUploadCount(of: customer) == 1, "\(answer)")
            default: Issue.record("unexpected answer \(answer)")
            }
        }
    }
}

/// A server whose clients write down every answer they get, and kill the process when there are enough of them, while
/// the other clients' uploads are under way.
private struct Doomed {
    let folder: URL
    let limit: Int
    private let store = FakeAppStore()
    private let answers = Locked(0)

    init(folder: URL, limit: Int) {
        self.folder = folder
        self.limit = limit
    }

    func run() async throws {
        let clock = Locked(TestAuthority.signingDate)
        var configuration = try World.configuration(folder: folder, store: store, clock: clock)
        configuration.customers.ownership.standard = .share
        store.set(try World().answer())
        let server = try PurchaseServerApplication(configuration: configuration)
        let receipt = try SampleReceipt.signed()
        let journal = open(folder.appendingPathComponent("journal").path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        try await Application(router: server.router, server: ServerConnections(limits: ServerLimits()).server)
            .test(.live) { client in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for worker in 0..<6 {
                        group.addTask { try await upload(receipt, as: worker, through: client, to: journal) }
                    }
                    try await group.waitForAll()
                }
            }
    }

    private func upload(
        _ receipt: Data,
        as worker: Int,
        through client: any TestClientProtocol,
        to journal: CInt
    ) async throws {
        for number in 0..<100 {
            // Outages come and go under everybody, so that some uploads are verified and some have to wait.
            store.set((number + worker).isMultiple(of: 3) ? .down : .up)
            let name = "customer-\(worker)-\(number)"
            let answer = try await client.upload(receipt, for: name)
            let line = "\(answer.status) \(name)\n"
            _ = line.withCString { write(journal, $0, strlen($0)) }
            let total = answers.withLock { total in
                total += 1
                return total
            }
            if total >= limit { kill(getpid(), SIGKILL) }
        }
    }
}
