public import AppStoreModels
public import Foundation
public import LocalAppStore
package import Locking

/// What a test session takes from its surroundings where Apple's takes the machine.
public struct SKTestSessionOptions: Sendable {
    /// The app whose purchases are tested; receipts name it.
    public var app: StoreApp

    /// The customer's Apple account.
    public var account = "customer"

    /// Where the store's time comes from.
    public var clock = SKTestClock.system

    /// Decides all identifiers: the same seed and the same calls give the same identifiers.
    public var seed: UInt64 = 0

    /// What the receipts are bound to: the bytes of `identifierForVendor`.
    public var deviceIdentifier = UUID(uuidString: "5B5A7E57-0000-4000-8000-00000000D0C5") ?? UUID()

    /// Where the receipt is kept; nil for a new folder among the temporary files.
    public var receiptURL: URL?

    /// Where observers and delegates are called; must be serial.
    public var callbackQueue = DispatchQueue.main

    /// Queues of the caller's making for callbacks and for work, in place of ``callbackQueue`` and one of the device's own.
    package var queues: (callbacks: CallbackQueue, work: CallbackQueue)?

    /// What receipts and transactions say of where they come from.
    public var environment = AppStoreEnvironment.xcode

    /// The app is the main bundle, or `com.example.app` if that has no identifier, as a command-line tool.
    public init() { app = .mainBundle }
}
