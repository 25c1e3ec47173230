import AppStoreModels
import Foundation
import LocalAppStoreServer
import UnixSignals

/// Moves a store's clock a way that may be long: shows how far it has come, and has it stopped at Ctrl-C.
struct StoreAdvance: Sendable {
    let client: StoreControlClient
    /// Whether a person looks at standard error.
    let showsProgress: Bool

    /// Moves the clock, and answers where it is then.
    ///
    /// - Throws: The store's refusal; `clockCancelled` if it was stopped on its way.
    func run(_ request: StoreControlRequest<ClockRecord>) async throws(StoreControlError) -> ClockRecord {
        let beside = [Task { await showProgress() }, Task { await stopAtInterrupt() }]
        defer {
            for task in beside { task.cancel() }
            show("")
        }
        do {
            return try await client.send(request)
        } catch {
            guard error.code == "timed-out" else { throw error }
            return try await end()
        }
    }

    /// An answer that takes too long does not end the way: waits until the store is there.
    private func end() async throws(StoreControlError) -> ClockRecord {
        while true {
            let clock = try await client.send(.clock)
            guard clock.journey != nil else { return clock }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    private func stopAtInterrupt() async {
        for await _ in await UnixSignalsSequence(trapping: .sigint) {
            _ = try? await client.send(.stopAdvance)
        }
    }

    private func showProgress() async {
        guard showsProgress else { return }
        while !Task.isCancelled {
            do { try await Task.sleep(for: .milliseconds(500)) } catch { return }
            guard let clock = try? await client.send(.clock), !Task.isCancelled else { return }
            if let text = Self.progress(clock) { show(text) }
        }
    }

    /// How far the clock has come; nil if it is on no way.
    static func progress(_ clock: ClockRecord) -> String? {
        guard let journey = clock.journey, let now = clock.now,
            let start = journey.startDate, let target = journey.targetDate
        else { return nil }
        let way = target.timeIntervalSince(start)
        let percent = way > 0 ? Int(100 * min(1, max(0, now.timeIntervalSince(start) / way))) : 0
        return
            "\(RFC3339.stringWithMilliseconds(from: now)), \(percent) % of the way, \(journey.events ?? 0) events; Ctrl-C stops"
    }

    /// One line that the next one overwrites.
    private func show(_ text: String) {
        guard showsProgress else { return }
        try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(text.escapingControlCharacters())".utf8))
    }
}
