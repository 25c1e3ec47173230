import Locking

/// A world in which one device is in use: the process, or what runs isolated from it.
final class DeviceScope: Sendable {
    private let held = Locked(LocalDevice?.none)

    /// The device in use.
    var device: LocalDevice? {
        get { held.withLock { $0 } }
        set { held.withLock { $0 = newValue } }
    }
}
