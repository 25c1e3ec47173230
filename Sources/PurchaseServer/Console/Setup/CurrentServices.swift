import AppStoreServerClient
import Foundation
import Logging
import ServiceLifecycle

/// What the server does by itself, by what is set up now: after a change those of before end, and others begin.
struct CurrentServices: Service {
    let book: SettingsBook
    /// After how many seconds it looks whether another server on the same database has changed something; nil for never.
    let interval: TimeInterval?
    let sleep: VerifyReceiptClient.Sleeper
    let logger: Logger

    private enum Outcome {
        case serviceEnded, successor, shutdown
    }

    func run() async throws {
        while let serving = book.serving {
            guard try await round(serving) == .successor else { return }
        }
    }

    private func round(_ serving: SettingsBook.Serving) async throws -> Outcome {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for service in serving.application.services {
                group.addTask {
                    try await service.run()
                    return .serviceEnded
                }
            }
            group.addTask {
                await cancelWhenGracefulShutdown { await book.waitForSuccessor(of: serving) }
                return book.serving.map { $0.revision != serving.revision } == true ? .successor : .shutdown
            }
            group.addTask {
                await cancelWhenGracefulShutdown { await look() }
                return .serviceEnded
            }
            var outcome = Outcome.shutdown
            while let next = try await group.next() {
                guard next != .serviceEnded else { continue }
                outcome = next
                // At a shutdown services know themselves how to end; to make room for others they are told to.
                if next == .successor { group.cancelAll() }
            }
            return outcome
        }
    }

    private func look() async {
        guard let interval else { return }
        while !Task.isCancelled {
            do {
                try await sleep(interval)
                try await book.reload()
            } catch is CancellationError {
                return
            } catch {
                logger.error("what is set up cannot be read", metadata: ["error": "\(error)"])
            }
        }
    }
}
