import Foundation
import LocalAppStore
import Locking

/// A disk that fails when it is told to; else it is the disk of this machine.
final class FailingDisk: Sendable {
    /// From which call on what fails, and how long.
    struct Plan: Sendable {
        /// How many calls go well first.
        var healthyCalls: Int
        /// How many calls fail then; nil for all.
        var failingCalls: Int?
        /// The error of the operating system.
        var error: Int32
    }

    private struct State {
        var plan: Plan?
        var calls = 0
    }

    private let state = Locked(State())

    /// From now on calls fail as planned; nil for a disk that is well.
    func fail(_ plan: Plan?) {
        state.withLock { $0 = State(plan: plan) }
    }

    /// How many calls there were since the last plan.
    var calls: Int { state.withLock { $0.calls } }

    /// The error of a call, nil if it goes well.
    private func nextError() -> Int32? {
        state.withLock { state in
            state.calls += 1
            guard let plan = state.plan, state.calls > plan.healthyCalls else { return nil }
            if let count = plan.failingCalls, state.calls > plan.healthyCalls + count { return nil }
            return plan.error
        }
    }

    private func answer(_ call: () -> Int) -> Int { nextError().map { -Int($0) } ?? call() }

    var disk: StoreDisk {
        let system = StoreDisk.system
        return StoreDisk(
            open: { [self] path, flags in answer { system.open(path, flags) } },
            write: { [self] descriptor, bytes in
                guard let error = nextError() else { return system.write(descriptor, bytes) }
                // A full disk takes what still has room.
                _ = system.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)))
                return -Int(error)
            },
            flush: { [self] descriptor in answer { system.flush(descriptor) } },
            cut: { [self] descriptor, length in answer { system.cut(descriptor, length) } },
            rename: { [self] old, new in answer { system.rename(old, new) } }
        )
    }
}
