import AppStoreModels
import Foundation
import LocalAppStore
import Locking
import OutgoingHTTP
import PurchaseServer
import TestSupport
import Testing

@testable import PurchaseServerClient

@Suite("Questions that several callers ask at once", .timeLimit(.minutes(15)))
struct SharedQuestionTests {
    /// Starts so many questions, and lets all of them wait for the one that is under way.
    private static func ask(_ backend: PurchaseBackend, _ count: Int) async -> [Task<CustomerAccess, any Error>] {
        let tasks = (0..<count).map { _ in Task { try await backend.refresh() } }
        await eventually { await backend.question?.waiting.withLock { $0 } == count }
        return tasks
    }

    @Test("Fifty are one request, and all get its answer")
    func fifty() async throws {
        try await BackendWorld.withOpen { world in
            let gate = Gate(inner: world.line)
            let backend = try await world.launch(customer: "alice") { $0.transport = gate }
            let tasks = await Self.ask(backend, 50)
            gate.release()
            for task in tasks { #expect(try await task.value.source == .server) }
            #expect(world.line.requests.count == 1)
            try await backend.refresh()
            #expect(world.line.requests.count == 2)
        }
    }

    @Test("Who asks after an upload does not get an answer of before it")
    func afterAnUpload() async throws {
        try await BackendWorld.withOpen { world in
            let gate = Gate(inner: world.line)
            let backend = try await world.launch(customer: "alice") { $0.transport = gate }
            let early = await Self.ask(backend, 1)
            await gate.arrived()
            gate.isOpenForNew()
            try world.store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
            try await backend.upload(try world.receipt())
            #expect(try await backend.refresh().owns(SampleShop.greenhouse))
            gate.release()
            for task in early { _ = try await task.value }
            #expect(await backend.current().owns(SampleShop.greenhouse))
        }
    }

    @Test("One who leaves ends it for nobody else; the last one ends it")
    func leaving() async throws {
        try await BackendWorld.withOpen { world in
            let gate = Gate(inner: world.line)
            let backend = try await world.launch(customer: "alice") { $0.transport = gate }
            let tasks = await Self.ask(backend, 3)
            tasks[0].cancel()
            await eventually { await backend.question?.waiting.withLock { $0 } == 2 }
            gate.release()
            for task in tasks.dropFirst() { #expect(try await task.value.source == .server) }
            _ = await tasks[0].result

            let held = Gate(inner: world.line)
            let other = try await world.launch(customer: "alice") { $0.transport = held }
            let lonely = await Self.ask(other, 2)
            for task in lonely { task.cancel() }
            for task in lonely {
                await #expect(throws: PurchaseBackendError(.cancelled, "")) { try await task.value }
            }
        }
    }
}
