import AppStoreModels
import Crypto
import Foundation

/// What came of each step, without anything that differs from run to run, such as signatures and identifiers that nobody can
/// guess.
struct SimulationTrace: Sendable {
    private(set) var lines: [String] = []
    private var exchanges: [String] = []
    private var hash = SHA256()

    /// Requests that arrived. The server asks several questions at a time, so their order says nothing.
    mutating func note(_ lines: [String]) { exchanges += lines.sorted() }

    /// A step is over.
    mutating func end(_ line: String) {
        let all = exchanges + [line]
        exchanges = []
        for line in all { hash.update(data: Data((line + "\n").utf8)) }
        lines += all
    }

    /// SHA-256 of all lines, in hexadecimal.
    var digest: String { hash.finalize().hexadecimal }
}
