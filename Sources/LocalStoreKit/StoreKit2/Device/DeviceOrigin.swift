/// Which device a value of StoreKit 2 came from; values are compared by what they say, not by where they came from.
struct DeviceOrigin: Sendable, Hashable {
    private let device: WeakReference<LocalDevice>?

    /// From no device.
    static let none = DeviceOrigin(device: nil)

    private init(device: WeakReference<LocalDevice>?) { self.device = device }

    init(_ device: LocalDevice) { self.init(device: WeakReference(device)) }

    /// The device that does what is asked of the value: the one that performs; else the one it came from; else the one in use.
    var responsible: LocalDevice { LocalDevice.performer ?? device?.object ?? LocalDevice.inUse }

    static func == (left: DeviceOrigin, right: DeviceOrigin) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
