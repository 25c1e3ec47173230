import Foundation
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Fetching and verifying receipts", .timeLimit(.minutes(15)))
struct ReceiptFetchTests {
    let store = ScriptedStore()

    private var refreshes: Int { store.services.withLock { $0.refreshes.count } }

    private func describe(_ result: FetchReceiptResult) -> String {
        switch result {
        case .success(let data): String(decoding: data, as: UTF8.self)
        case .error(error: .noReceiptData): "no receipt"
        case .error(error: .networkError(let error)): "network \(error is CancellationError ? "cancelled" : "error")"
        case .error(let error): "\(error)"
        }
    }

    private func setReceipt(_ text: String?) {
        store.services.withLock { $0.receipt = text.map { Data($0.utf8) } }
    }

    @Test("The receipt on the device comes without a request, yet not inside the call")
    func present() {
        setReceipt("here")
        var log: [String] = []
        let request = store.client.fetchReceipt(forceRefresh: false) { log.append(describe($0)) }
        #expect(request == nil)
        #expect(log.isEmpty)
        store.callbacks.run()
        #expect(log == ["here"])
        #expect(store.client.localReceiptData == Data("here".utf8))
        #expect(refreshes == 0)
    }

    @Test(
        "A missing receipt is refreshed, a present one only by force; then it is read again",
        arguments: [true, false]
    )
    func refreshed(force: Bool) {
        setReceipt(force ? "old" : nil)
        var log: [String] = []
        let request = store.client.fetchReceipt(forceRefresh: force) { log.append(describe($0)) }
        #expect(request != nil)
        setReceipt("new")
        store.answerRefresh()
        #expect(log == ["new"])
    }

    @Test("A refresh that brings nothing, and one that fails, are errors")
    func failures() {
        var log: [String] = []
        store.client.fetchReceipt(forceRefresh: true) { log.append(describe($0)) }
        store.answerRefresh(0)
        store.client.fetchReceipt(forceRefresh: true) { log.append(describe($0)) }
        store.answerRefresh(1, .failure(SKError(.unknown)))
        #expect(log == ["no receipt", "network error"])
    }

    @Test("Concurrent refreshes join, and each caller may leave")
    func joined() {
        var log: [String] = []
        store.client.fetchReceipt(forceRefresh: true) { log.append("1 " + describe($0)) }
        let second = store.client.fetchReceipt(forceRefresh: false) { log.append("2 " + describe($0)) }
        store.client.fetchReceipt(forceRefresh: true) { log.append("3 " + describe($0)) }
        second?.cancel()
        store.callbacks.run()
        setReceipt("new")
        store.answerRefresh()
        store.answerRefresh()
        #expect(refreshes == 1)
        #expect(log == ["2 network cancelled", "1 new", "3 new"])
    }

    @Test("A refresh may be started from the completion of another")
    func reentrancy() {
        var calls = 0
        let client = store.client
        client.fetchReceipt(forceRefresh: true) { _ in
            calls += 1
            client.fetchReceipt(forceRefresh: true) { _ in calls += 1 }
        }
        store.answerRefresh(0)
        store.answerRefresh(1)
        #expect((calls, refreshes) == (2, 2))
    }

    private struct Validator: ReceiptValidator {
        var times = 1
        func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
            for _ in 0..<times {
                completion(.success(receipt: ["data": String(decoding: receiptData, as: UTF8.self) as NSString]))
            }
        }
    }

    @Test("Verifying hands the receipt to the validator; a validator that answers twice counts once")
    func verifying() {
        setReceipt("here")
        var log: [String] = []
        store.client.verifyReceipt(using: Validator(times: 2)) { result in
            if case .success(let receipt) = result { log.append(receipt["data"] as? String ?? "-") }
        }
        #expect(log.isEmpty)
        store.callbacks.run()
        #expect(log == ["here"])
    }

    @Test("Verifying without a receipt gives the error of the fetch")
    func nothingToVerify() {
        var isMissing = false
        store.client.verifyReceipt(using: Validator(), forceRefresh: true) { result in
            if case .error(error: .noReceiptData) = result { isMissing = true }
        }
        store.answerRefresh()
        #expect(isMissing)
    }

    @Test("The async forms give the value or throw the error")
    func asynchronous() async throws {
        setReceipt("here")
        let client = store.client
        let callbacks = store.callbacks
        async let receipt = client.fetchReceipt(forceRefresh: false)
        await callbacks.filled()
        callbacks.run()
        #expect(try await receipt == Data("here".utf8))
        setReceipt(nil)
        let (asked, ask) = AsyncStream<Void>.makeStream()
        store.services.withLock { $0.onRefresh = { ask.yield() } }
        let missing = Task { try await client.fetchReceipt(forceRefresh: true) }
        for await _ in asked { break }
        store.answerRefresh()
        await #expect(throws: ReceiptError.self) { _ = try await missing.value }
    }
}
