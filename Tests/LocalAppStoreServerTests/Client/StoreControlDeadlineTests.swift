import AppStoreModels
import Foundation
import LocalAppStore
import Synchronization
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("How long the client of the control interface waits")
struct StoreControlDeadlineTests {
    /// Answers everything with an empty object, and remembers how long it might have taken.
    private final class Patience: HTTPTransport {
        private let seen = Mutex<[TimeInterval]>([])

        var seconds: [TimeInterval] { seen.withLock { $0 } }

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            seen.withLock { $0.append(request.timeout) }
            return HTTPTransportResponse(status: 200, body: Data("{}".utf8))
        }
    }

    private func seconds(_ timeout: TimeInterval?, _ body: (StoreControlClient) async throws -> Void) async throws
        -> [TimeInterval]
    {
        let patience = Patience()
        let url = try #require(URL(string: "http://127.0.0.1:8081"))
        try await body(StoreControlClient(baseURL: url, transport: patience, timeout: timeout))
        return patience.seconds
    }

    static let atOnce: [StoreControlRequest<DoneRecord>] = [
        .plain(.state), .plain(.health), .plain(.clock), .plain(.settings), .plain(.notifications),
        .plain(.notify(nil)), .plain(.transactions()), .plain(.buy(productID: SampleShop.seeds, account: "flora")),
        .plain(.subscription("1", .renew)), .plain(.transaction("1", .finish)), .plain(.beginAnew), .plain(.stop),
        .plain(.realtime),
        // An account of that name moves no clock.
        .plain(.receipt(account: "clock")), .plain(.clear(account: "snapshot")),
    ]

    @Test("A store that is silent for half a minute about what is done at once is not waited for", arguments: atOnce)
    func short(request: StoreControlRequest<DoneRecord>) async throws {
        let seconds = try await seconds(nil) { client in _ = try await client.send(request) }
        #expect(seconds == [30])
    }

    static let lasting: [StoreControlRequest<DoneRecord>] = [
        .plain(.advance(.seconds(1))), .plain(.stopAdvance), .plain(.pause), .plain(.resume), .plain(.deliver),
        .plain(.cause(NotificationCause(.didRenew))), .plain(.testNotification), .plain(.resendNotification("1")),
        .plain(.finishPerformanceTests), .plain(.compact),
    ]

    @Test("What moves the clock or waits for a developer's server may take minutes", arguments: lasting)
    func long(request: StoreControlRequest<DoneRecord>) async throws {
        let seconds = try await seconds(nil) { client in _ = try await client.send(request) }
        #expect(seconds == [600])
    }

    @Test("So may what carries the whole state")
    func wholeState() async throws {
        let seconds = try await seconds(nil) { client in
            _ = try await client.snapshot()
            try await client.restore(snapshot: Data())
        }
        #expect(seconds == [600, 600])
    }

    @Test("Who says how long has that for everything")
    func chosen() async throws {
        let seconds = try await seconds(2.5) { client in
            _ = try await client.send(.state)
            _ = try await client.send(.advance(.seconds(1)))
        }
        #expect(seconds == [2.5, 2.5])
    }
}
