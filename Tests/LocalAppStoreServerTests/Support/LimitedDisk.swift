import Foundation
import LocalAppStore
import Locking

/// A disk that is full after so many lines.
final class LimitedDisk: Sendable {
    /// How many lines it still takes; nil for all.
    private let room = Locked<Int?>(nil)

    /// From now on it takes so many lines; nil for all.
    func limit(to count: Int?) { room.withLock { $0 = count } }

    private func takesLine() -> Bool {
        room.withLock { room in
            guard let left = room else { return true }
            room = max(0, left - 1)
            return left > 0
        }
    }

    var disk: StoreDisk {
        let system = StoreDisk.system
        return StoreDisk(
            open: system.open,
            write: { [self] descriptor, bytes in takesLine() ? system.write(descriptor, bytes) : -Int(ENOSPC) },
            flush: system.flush,
            cut: system.cut,
            rename: system.rename
        )
    }
}
