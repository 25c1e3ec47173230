import Foundation
import Locking

extension LocalDevice {
    @TaskLocal private static var performing: LocalDevice?
    @TaskLocal static var scope: DeviceScope?
    private static let processWide = DeviceScope()

    /// The device that the StoreKit classes work for; nil if none is in use.
    public static var current: LocalDevice? {
        performing ?? (scope ?? processWide).device
    }

    /// The device that performs, if one does.
    static var performer: LocalDevice? { performing }

    /// The device in use, or one whose every purchase fails with the reason that none is in use.
    package static var inUse: LocalDevice { current ?? unconfigured }

    /// Lets the StoreKit classes of this process work for `device`; nil ends that.
    public static func use(_ device: LocalDevice?) {
        (scope ?? processWide).device = device
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

    /// Runs `body` in a world of its own: no device is in use at first, and ``use(_:)`` inside, or a test
    /// session that takes over, changes nothing outside. So tests that use the process's default queue run in parallel.
    public static func isolated<R>(_ body: () throws -> R) rethrows -> R {
        try $performing.withValue(nil) {
            try $scope.withValue(DeviceScope(), operation: body)
        }
    }

    /// Runs `body`, its task and its child tasks in a world of their own; see the synchronous form.
    nonisolated(nonsending) public static func isolated<R>(
        _ body: nonisolated(nonsending) () async throws -> R
    ) async rethrows -> R {
        try await $performing.withValue(nil) {
            try await $scope.withValue(DeviceScope(), operation: body)
        }
    }

    private static let unconfigured = LocalDevice(
        session: NoStoreSession(),
        receiptURL: FileManager.default.temporaryDirectory.appendingPathComponent("LocalStoreKit/no-store/receipt"),
        callbacks: CallbackQueue(.main),
        work: CallbackQueue(DispatchQueue(label: "LocalStoreKit.no-store"))
    )
}
