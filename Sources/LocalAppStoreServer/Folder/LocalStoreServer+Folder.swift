public import AppStoreModels
public import AppStoreTrust
public import Foundation
public import LocalAppStore
public import Logging
public import OutgoingHTTP
public import StoreConfiguration

/// What a store in a folder is opened with.
public struct StoreFolderOptions: Sendable {
    /// The folder; made if it is missing.
    public var folder: URL
    /// What is for sale.
    public var catalogue: StoreConfiguration
    /// Whose purchases are kept.
    public var app: StoreApp
    /// What time it is in a new store.
    public var start: Date
    /// Decides all identifiers of a new store.
    public var seed: UInt64
    /// What signed data says of where it comes from.
    public var environment: AppStoreEnvironment
    /// What `verifyReceipt` requests about auto-renewable subscriptions must send; nil if any will do.
    public var sharedSecret: String?
    /// Signs what the store issues; nil for the folder's own authority.
    public var authority: CertificateAuthority?

    /// Options; the last five have defaults that suit a test store.
    public init(
        folder: URL,
        catalogue: StoreConfiguration,
        app: StoreApp,
        start: Date,
        seed: UInt64 = 0,
        environment: AppStoreEnvironment = .sandbox,
        sharedSecret: String? = nil,
        authority: CertificateAuthority? = nil
    ) {
        self.folder = folder
        self.catalogue = catalogue
        self.app = app
        self.start = start
        self.seed = seed
        self.environment = environment
        self.sharedSecret = sharedSecret
        self.authority = authority
    }
}

extension LocalStoreServer {
    /// A server for a store that lives in a folder, with everything as it was left there, even by SIGKILL: purchases, the
    /// clock, and the notifications that still wait.
    ///
    /// Beside the store's own files the folder holds `clock.json`, `notifications.jsonl`, `server-api-key.p8`, the
    /// store's roots `receipt-root.pem` and `jws-root.pem`, and while the server runs `server.json`.
    ///
    /// - Parameters:
    ///   - options: The folder and what is in it.
    ///   - configuration: Where the server listens and how much it takes in.
    ///   - realTime: The time that the clock follows when it runs.
    ///   - transport: Carries notifications.
    ///   - logger: Where the server writes what it does.
    /// - Throws: `StoreError`, for example `folderInUse`, `journalDamaged`; ``StoreServerError`` for the server's own files.
    public static func open(
        _ options: StoreFolderOptions,
        configuration: StoreServerConfiguration = StoreServerConfiguration(),
        realTime: RealTime,
        transport: any HTTPTransport = AsyncHTTPClientTransport(),
        logger: Logger = Logger(label: "local-app-store")
    ) throws -> LocalStoreServer {
        let file = { (name: String) in options.folder.appendingPathComponent(name) }
        let schedule = NotificationRetrySchedule.usual(in: options.environment)
        let logURL = file("notifications.jsonl")
        let known = try NotificationLog.content(at: logURL, schedule: schedule)
        var missedEvents: [StoreEvent] = []
        // The store first: its lock keeps others from the files of the folder.
        let store = try LocalAppStore.open(
            folder: options.folder,
            on: .system,
            configuration: options.catalogue,
            app: options.app,
            start: options.start,
            seed: options.seed,
            environment: options.environment,
            authority: options.authority,
            // Not before the notifications of missed events are written down: a snapshot has no events.
            compactsLog: false,
            rememberingSince: known.versionOneDestination == nil ? nil : known.lastEvent,
            replaying: { event in
                if event.sequence > known.lastEvent, event.notification != nil { missedEvents.append(event) }
            }
        )
        let (log, outbox) = try NotificationLog.open(
            at: logURL,
            schedule: schedule,
            known: known,
            eventCount: store.eventCount
        )
        if outbox.forgottenCount > 0 {
            logger.warning(
                "notifications of events that were cut off from the store's log are forgotten",
                metadata: ["file": "\(logURL.path)", "count": "\(outbox.forgottenCount)"]
            )
        }
        if let refusal = outbox.refusedDestination {
            logger.warning(
                "notifications go nowhere until a new address is set: the one in the store's folder is refused",
                metadata: ["file": "\(logURL.path)", "reason": "\(refusal.reason)"]
            )
        }
        try writeRoots(of: store, to: options.folder)
        let parts = Parts(
            store: store,
            clock: try StoreClock(store: store, realTime: realTime, file: file("clock.json")),
            serverAPIKey: try ServerAPIKey.inFolder(options.folder),
            outbox: outbox,
            log: log,
            missedEvents: missedEvents,
            addressFile: StoreAddressFile(folder: options.folder)
        )
        let server = LocalStoreServer(
            parts,
            configuration: configuration,
            realTime: realTime,
            sharedSecret: options.sharedSecret,
            transport: transport,
            logger: logger
        )
        // Else it waits until the running server has made the notifications.
        if server.notifications.hasPublishedAll {
            try store.compactLongLog { count throws(StoreError) in try server.notifications.settle(upTo: count) }
        }
        return server
    }

    private static func writeRoots(of store: LocalAppStore, to folder: URL) throws(StoreServerError) {
        for (name, pem) in [
            ("receipt-root.pem", store.authority.receiptRootPEM), ("jws-root.pem", store.authority.jwsRootPEM),
        ] {
            let file = folder.appendingPathComponent(name)
            do {
                try Data(pem.utf8).write(to: file, options: .atomic)
            } catch {
                throw StoreServerError(.fileUnusable, "cannot write \(file.path): \(error.localizedDescription)")
            }
        }
    }
}
