#if PostgreSQL && os(Linux)
    import AppStoreModels
    import Foundation
    import LocalAppStore
    import Locking
    import TestSupport
    import Testing

    @testable import PurchaseServer

    @Suite("Answering about refunds by servers that share a database", .timeLimit(.minutes(15)))
    struct SharedRefundAnsweringTests {
        /// The way to the store, on which somebody looks whenever an answer goes by.
        private final class WatchedWay: HTTPTransport {
            private let network: StoreNetwork
            private let look = Locked<(@Sendable () async throws -> Void)?>(nil)

            init(network: StoreNetwork) { self.network = network }

            func watch(_ look: @escaping @Sendable () async throws -> Void) { self.look.withLock { $0 = look } }

            func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
                if request.url.path.contains("consumption") { try await look.withLock { $0 }?() }
                return try await network.send(request)
            }
        }

        @Test("While one request is answered the others are for any server")
        func oneAtATime() async throws {
            var world = try LocalStoreWorld()
            world.configuration.apps[0].consumption = ConsumptionPolicy(customersHaveConsented: true)
            world.configuration.sharedDatabase = try await .fresh()
            let way = WatchedWay(network: world.network)
            world.configuration.transport = way
            defer { withExtendedLifetime(world) {} }
            let server = try world.server()
            for _ in 0..<2 {
                let seeds = try await world.buy(SampleShop.seeds, server)
                try world.store.requestRefund(transactionID: seeds)
            }
            await world.deliver()
            let taken = Locked<[Int]>([])
            way.watch {
                let now = server.configuration.now().millisecondsSince1970
                let count = try await server.storage.read { database in
                    try Int.fetchOne(
                        database,
                        sql: "SELECT count(*) FROM refund_request WHERE state = 'waiting' AND next_ms > \(now)"
                    )
                }
                taken.withLock { $0.append(count ?? 0) }
            }
            #expect(try await server.answerRefundRequestsDue() == 2)
            #expect(taken.withLock { $0 } == [1, 1])
        }
    }
#endif
