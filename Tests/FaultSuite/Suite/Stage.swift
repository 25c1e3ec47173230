import Foundation
import Locking

/// Where a scenario is played: the program, a folder of its own, its random numbers, and the count of what was tried.
public struct Stage: Sendable {
    /// The executable that is attacked.
    let purser: URL
    /// Empty at the start, gone at the end.
    let folder: URL
    /// A store with customers, made once for all scenarios.
    let template: Template
    /// Random numbers are the same for the same seed and scenario.
    let seed: UInt64
    /// Whether `make test` plays.
    let isShort: Bool
    private let tally = Locked<[(what: String, count: Int)]>([])

    init(purser: URL, folder: URL, template: Template, seed: UInt64, isShort: Bool) {
        self.purser = purser
        self.folder = folder
        self.template = template
        self.seed = seed
        self.isShort = isShort
    }

    /// How often something is tried: often, or a few times in `make test`.
    func times(_ often: Int, short: Int) -> Int { isShort ? short : often }

    /// Adds to the count of what was tried.
    func tried(_ what: String, _ count: Int = 1) {
        tally.withLock { tally in
            if let index = tally.firstIndex(where: { $0.what == what }) {
                tally[index].count += count
            } else {
                tally.append((what, count))
            }
        }
    }

    /// What was tried, for a person.
    var summary: String {
        tally.withLock { tally in tally.map { "\($0.count) \($0.what)" }.joined(separator: ", ") }
    }

    /// A path in the scenario's own folder.
    func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    /// A copy of the template's store.
    func storeFolder(_ name: String = "store") throws -> URL {
        let copy = file(name)
        try FileManager.default.copyItem(at: template.store, to: copy)
        return copy
    }
}
