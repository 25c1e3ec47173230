import AppStoreModels
import Foundation

/// Looks at the clock by which receipts and tokens are judged: whose it is, and how far it is from that of whoever signs them.
struct ClockCheck {
    let settings: ServerSettings
    let transport: any HTTPTransport
    /// The time by the clock of this machine.
    let now: @Sendable () -> Date

    func finding() async -> DoctorFinding {
        let store = (try? settings.storeAddress()) ?? nil
        let followed = (try? settings.clockAddress()) ?? nil
        guard let url = store ?? URL(string: "https://api.storekit.apple.com/") else {
            return .skipped("clock", "nobody can be asked")
        }
        let inStore = store == nil ? nil : try? await StoreClock.reading(of: url, transport)
        if followed != nil, let inStore {
            return .good("clock", "that of the store: \(RFC3339.string(from: inStore.date))")
        }
        guard let there = await date(inStore, at: url) else {
            return .skipped("clock", "\(url.host ?? "") did not say the time", "look at the way out of this machine")
        }
        return compared(with: there, of: store == nil ? url.host ?? "" : "the store", isStore: inStore != nil)
    }

    /// What time it is there: by the store's own clock, or else by the clock of the machine that answers.
    private func date(_ reading: StoreClock.Reading?, at url: URL) async -> Date? {
        if let reading { return reading.date }
        return await RemoteClock(transport: transport).date(at: url)
    }

    private func compared(with there: Date, of whom: String, isStore: Bool) -> DoctorFinding {
        let difference = Int(now().timeIntervalSince(there).rounded())
        guard abs(difference) > 5 else { return .good("clock", "as that of \(whom)") }
        let seen = "\(abs(difference)) seconds \(difference > 0 ? "ahead of" : "behind") \(whom)"
        let advice = isStore ? "go by the store's: --clock store" : "let NTP set it"
        guard abs(difference) > 60 else { return .warning("clock", seen, advice) }
        return .bad("clock", seen, "\(advice); tokens are refused (401), and fresh purchases look like the future")
    }
}
