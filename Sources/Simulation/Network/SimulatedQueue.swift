import Locking

/// The queue on which a device works and calls back; the simulator turns it by hand, one block after the other.
final class SimulatedQueue: Sendable {
    private let blocks = Locked<[@Sendable () -> Void]>([])
    private let bell: SimulatedBell

    init(_ bell: SimulatedBell) { self.bell = bell }

    /// As the device's own.
    var callbacks: CallbackQueue {
        CallbackQueue { [self] block in
            blocks.withLock { $0.append(block) }
            bell.ring()
        }
    }

    /// Runs everything that waits, also what that adds.
    ///
    /// - Parameter isWanted: Looked at before each block.
    func run(while isWanted: () -> Bool) {
        while isWanted() {
            let block: (@Sendable () -> Void)? = blocks.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            guard let block else { return }
            block()
        }
    }

    var isEmpty: Bool { blocks.withLock { $0.isEmpty } }

    /// Forgets what waits.
    func clear() { blocks.withLock { $0 = [] } }
}
