import Foundation
import TestSupport

/// The machine on which the purchase server runs: what its clock says.
///
/// Where the library for it is installed the clock goes with the store's, and jumps. Else it says the real time, which is
/// always ahead of the store's.
struct StoryMachine: Sendable {
    /// Variables of the programs on it; empty where its clock is left alone.
    let environment: [String: String]
    private let file: URL

    /// - Parameter file: Tells the programs the time.
    init(file: URL) {
        self.file = file
        environment = (try? FakeTime.environment(file: file)) ?? [:]
    }

    /// Whether its clock can be set.
    var hasClock: Bool { !environment.isEmpty }

    /// Sets its clock.
    ///
    /// - Parameters:
    ///   - date: The right time.
    ///   - seconds: How wrong the clock is; negative for behind.
    func set(to date: Date, wrongBy seconds: TimeInterval = 0) throws {
        guard hasClock else { return }
        let offset = Int((date.timeIntervalSinceNow + seconds).rounded())
        try FakeTime.set(offset < 0 ? "\(offset)" : "+\(offset)", in: file)
    }

    /// How wrong its clock is next: mostly not at all, else up to 20 days.
    static func drawError(using random: inout SeededGenerator) -> TimeInterval {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: TimeInterval(Int.random(in: 60...20 * 86_400, using: &random))
        case 1: -TimeInterval(Int.random(in: 60...20 * 86_400, using: &random))
        default: 0
        }
    }
}
