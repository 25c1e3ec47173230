import Foundation
import Locking

extension LocalDevice {
    @TaskLocal private static var performing: LocalDevice?
    private static let processWide = Locked(LocalDevice?.none)

    /// The device that the StoreKit classes work for; nil if none is in use.
    public static var current: LocalDevice? {
        performing ?? processWide.withLock { $0 }
    }

    /// The device in use, or one whose every purchase fails with the reason that none is in use.
    package static var inUse: LocalDevice { current ?? unconfigured }

    static func use(_ device: LocalDevice?) {
        processWide.withLock { $0 = device }
    }

    /// Runs `body` with this device in use, on this thread and in what is called back because of it.
    public func perform<R>(_ body: () throws -> R) rethrows -> R {
        try LocalDevice.$performing.withValue(self, operation: body)
    }

    /// Runs `body` with this device in use, in its task and in what is called back because of it.
    nonisolated(nonsending) public func perform<R>(
        _ body: nonisolated(nonsending) () async throws -> R
    ) async rethrows -> R {
        try await LocalDevice.$performing.withValue(self, operation: body)
    }

    private static let unconfigured = LocalDevice(
        session: NoStoreSession(),
        receiptURL: FileManager.default.temporaryDirectory.appendingPathComponent("LocalStoreKit/no-store/receipt"),
        callbacks: CallbackQueue(.main),
        work: CallbackQueue(DispatchQueue(label: "LocalStoreKit.no-store"))
    )
}

/// Lets the StoreKit classes of this process work for `device`; nil ends that.
public func use(_ device: LocalDevice?) {
    LocalDevice.use(device)
}
