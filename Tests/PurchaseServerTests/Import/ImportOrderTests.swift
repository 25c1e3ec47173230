import AppStoreModels
import AppStoreServerClient
import Entitlements
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("A list in which one purchase stands for several customers", .timeLimit(.minutes(15)))
struct ImportOrderTests {
    /// The App Store answers about the transaction of the first row when all others were asked about.
    private final class LateAnswer: HTTPTransport {
        private struct State {
            var asked: Set<String> = []
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Locked(State())
        private let first: String
        private let others: Set<String>
        private let transport: any HTTPTransport

        init(_ first: String, after others: [String], _ transport: any HTTPTransport) {
            (self.first, self.others, self.transport) = (first, Set(others), transport)
        }

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            let identifier = request.url.lastPathComponent
            guard identifier == first else {
                let answer = try await transport.send(request)
                note(identifier)
                return answer
            }
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.asked.isSuperset(of: others) { return true }
                    state.waiting.append(continuation)
                    return false
                }
                if isOver { continuation.resume() }
            }
            return try await transport.send(request)
        }

        private func note(_ identifier: String) {
            let waiting = state.withLock { state in
                state.asked.insert(identifier)
                guard state.asked.isSuperset(of: others) else { return [CheckedContinuation<Void, Never>]() }
                defer { state.waiting = [] }
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    @Test(
        "Rows count in the order of the list, however late the App Store answers about the first",
        arguments: StorageKind.allCases,
        [OwnershipPolicy.refuse, .transferIfInactive, .transfer, .share]
    )
    func order(storage: StorageKind, policy: OwnershipPolicy) async throws {
        try await ImportWorld.with(storage) { world in
            var world = world
            world.configuration.customers.ownership.standard = policy
            let posy = try world.buy(SampleShop.posy, as: "flora")
            try world.store.forceRenewal(originalTransactionID: posy)
            let renewal = try #require(
                world.store.transactions(account: "flora").map(\.transactionID).first { $0 != posy }
            )
            // More than are asked about at once, so that some are kept before the last is asked about.
            let accounts = (1...16).map { "customer-\($0)" }
            let bought = try accounts.map { try world.buy(SampleShop.posy, as: $0) }
            world.configuration.transport = LateAnswer(posy, after: [renewal] + bought, world.questions)
            let rows = ["flora,\(posy)", "rose,\(renewal)"] + zip(accounts, bought).map { "\($0),\($1)" }
            let list = (["customer,original_transaction_id"] + rows).joined(separator: "\n")
            let result = try await world.take(list)
            var owners: [String] = []
            for name in ["flora", "rose"] where try await !world.statement(of: name).entitlements.isEmpty {
                owners.append(name)
            }
            switch policy {
            case .refuse, .transferIfInactive:
                #expect(owners == ["flora"])
                #expect(result.refused.map(\.outcome.code) == [.purchaseOfAnotherCustomer])
                #expect(result.refused.map(\.row) == [2])
            case .transfer:
                #expect(owners == ["rose"])
                #expect(result.refused.isEmpty)
            case .share: #expect(owners == ["flora", "rose"])
            }
            #expect(result.progress.rows == 18)
            for account in accounts {
                #expect(try await world.statement(of: account).entitlements.count == 1, "\(account)")
            }
        }
    }
}
