import Foundation
import HTTPTypes
import Hummingbird
import Locking

/// What the server is set up with, and who serves by it. A change makes a successor, which takes over from the next request
/// on; nobody is hung up on, and nobody has to log in again.
final class SettingsBook: Sendable {
    /// Who serves. A class, because each request would copy all of it.
    final class Serving: Sendable {
        let application: PurchaseServerApplication
        let responder: RouterResponder<APIContext>
        /// What is answered without a route; nil where each request is to be looked at more closely.
        let shortcut: KeptAnswerShortcut?
        let revision: Int64

        init(_ application: PurchaseServerApplication) {
            self.application = application
            responder = application.router.buildResponder()
            shortcut = KeptAnswerShortcut(application)
            revision = application.settingsRevision
        }
    }

    /// What flags, file and program say.
    let fixed: PurchaseServerConfiguration
    private let storage: PurchaseDatabase
    private let current = Locked<Serving?>(nil)
    private let changes = WakeUp()
    /// One after the other, so that none is replaced by who was made before it.
    private let turns = Turns()

    init(fixed: PurchaseServerConfiguration, storage: PurchaseDatabase) {
        (self.fixed, self.storage) = (fixed, storage)
    }

    /// Who serves now; nil before the server listens, and after it has ended.
    var serving: Serving? { current.withLock { $0 } }

    /// Answers what can be answered at once; nil for everything else.
    func quickAnswer(to request: Request) -> Response? {
        guard let serving, let shortcut = serving.shortcut, !shortcut.waits,
            serving.application.configuration.lookAtClock == nil
        else { return nil }
        return shortcut.answerAtOnce(to: request)
    }

    func begin(_ application: PurchaseServerApplication) { current.withLock { $0 = Serving(application) } }

    func end() {
        current.withLock { $0 = nil }
        changes.ring()
    }

    /// What counts, with what others have set up meanwhile.
    func settings() async throws(PurchaseServerError) -> (stored: StoredSettings, complete: PurchaseServerConfiguration)
    {
        let stored = try await storage.storedSettings()
        return (stored, fixed.completed(by: stored))
    }

    /// Changes what is set up, and has it count.
    ///
    /// - Throws: ``APIError``, code `settings-refused`, if a server could not work with it; then nothing has changed.
    func change(_ change: @escaping @Sendable (inout StoredSettings) throws(APIError) -> Void) async throws {
        let fixed = fixed
        _ = try await storage.changeSettings { (settings) throws(APIError) in
            try change(&settings)
            do throws(PurchaseServerError) { try fixed.completed(by: settings).check() } catch {
                throw APIError(.conflict, "settings-refused", error.reason)
            }
        }
        try await reload()
    }

    /// Takes up what has changed, by whomever.
    func reload() async throws {
        try await turns.take {
            let stored = try await self.storage.storedSettings()
            guard let serving = self.serving, serving.revision != stored.revision else { return }
            let next = PurchaseServerApplication(succeeding: serving.application, by: stored)
            let successor = Serving(next)
            // Ended meanwhile, it stays so.
            self.current.withLock { if $0 != nil { $0 = successor } }
            self.changes.ring()
        }
    }

    /// Returns when somebody else serves, or nobody, or when the task is cancelled.
    func waitForSuccessor(of serving: Serving) async {
        while !Task.isCancelled {
            let seen = changes.count
            guard self.serving?.revision == serving.revision else { return }
            await changes.wait(after: seen)
        }
    }
}

/// Lets one after the other do something.
private actor Turns {
    private var last: Task<Void, any Error>?

    func take(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let before = last
        let task = Task {
            _ = await before?.result
            try await work()
        }
        last = task
        try await task.value
    }
}
