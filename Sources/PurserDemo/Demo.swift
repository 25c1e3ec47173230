import Foundation
import HTTPServing
import LocalAppStore
import LocalAppStoreServer
package import Logging
import PurchaseServer
import ServiceLifecycle
import UnixSignals

/// A customer's story from the buy button to the entitlement, played on a local store and a purchase server.
///
/// Everything in it is real: the app is written against SwiftyStoreKit, the receipts are signed and verified, the
/// servers talk over HTTP, the database is on the disk. Only the store is a local one, with a clock that can be moved.
package struct Demo: Sendable {
    private let options: DemoOptions
    private let logger: Logger
    private let tell: @Sendable (DemoStep) throws -> Void

    /// A story, not yet told.
    ///
    /// - Parameters:
    ///   - options: Which catalogue, which folder, which ports.
    ///   - logger: Where the servers write what they do.
    ///   - tell: Hears of every step, in order. An error that it throws ends the story.
    package init(options: DemoOptions, logger: Logger, tell: @escaping @Sendable (DemoStep) throws -> Void) {
        self.options = options
        self.logger = logger
        self.tell = tell
    }

    /// Tells the story; then keeps both servers up until the process is asked to end, unless the options say otherwise.
    ///
    /// - Throws: What is in the way: a port that is taken, a catalogue without products, a folder of another app; and
    ///   what `tell` throws.
    package func run() async throws {
        let end = Ending()
        let stage = Stage(options: options, logger: logger, tell: tell, end: end)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [
                    .init(
                        service: stage,
                        successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .gracefullyShutdownGroup
                    )
                ],
                gracefulShutdownSignals: [.sigint, .sigterm],
                logger: logger
            )
        )
        await end.set { await group.triggerGracefulShutdown() }
        try await EndingBySignal.withLimit(ServerLimits()) { try await group.run() }
    }
}

/// Lets the story end the service group that it runs in.
private actor Ending {
    private var action: (@Sendable () async -> Void)?

    func set(_ action: @escaping @Sendable () async -> Void) {
        self.action = action
    }

    func begin() async {
        await action?()
    }
}

/// Runs the servers and, once they listen, the story.
private struct Stage: Service {
    let options: DemoOptions
    let logger: Logger
    let tell: @Sendable (DemoStep) throws -> Void
    let end: Ending

    func run() async throws {
        let house = try DemoStore(options: options)
        let storeServer = LocalStoreServer(
            store: house.store,
            configuration: StoreServerConfiguration(port: options.storePort),
            logger: logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await storeServer.run() }
            let servers = try DemoServers(
                storeServer: storeServer,
                storeURL: try await storeServer.baseURL,
                trust: house.trust,
                now: { house.store.now },
                rules: house.entitlementRules,
                options: options,
                logger: logger
            )
            group.addTask { try await servers.purchaseServer.run() }
            let serverURL = try await servers.connect()
            let story = DemoStory(
                options: options,
                house: house,
                servers: servers,
                serverURL: serverURL,
                client: try await servers.client(at: serverURL, options: options, now: { house.store.now }),
                tell: tell
            )
            do {
                try await story.play()
            } catch {
                // In order, not by cancelling servers that are being asked something.
                await end.begin()
                try await group.waitForAll()
                throw error
            }
            if options.staysUp { try await gracefulShutdown() } else { await end.begin() }
            try await group.waitForAll()
        }
    }
}
