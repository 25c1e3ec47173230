import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    public import Dispatch
    public import StoreKit

    extension StoreClient {
        /// The client of the app; on the interface that ``SwiftyStoreKit/SwiftyStoreKit/storeKit`` names when it is first
        /// asked for.
        package static let shared = StoreClient(storeKit: SwiftyStoreKit.storeKit)

        /// A client of the app's purchases; completions run on `callbackQueue`, which must be serial.
        ///
        /// - Parameters:
        ///   - queue: The payment queue. A client on StoreKit 2 uses it only for sheets that StoreKit 2 has not.
        ///   - storeKit: Which of Apple's interfaces to use.
        ///   - callbackQueue: Where completions run.
        public convenience init(
            queue: SKPaymentQueue = .default(),
            storeKit: StoreKitChoice = .automatic,
            callbackQueue: DispatchQueue = .main
        ) {
            let services = StoreServices.storeKit(
                receipt: { Bundle.main.appStoreReceiptURL.flatMap { try? Data(contentsOf: $0) } },
                now: { Date() },
                storage: DefaultsStorage()
            )
            let context = StoreKit2Context(
                run: { work in Task { await work() } },
                enter: { $0() },
                queue: { queue },
                tellTime: { [now = services.now] in $0(now()) },
                sleep: services.sleep
            )
            self.init(queue: queue, storeKit, services, context, callbacks: CallbackQueue(callbackQueue))
        }
    }
#else
    public import LocalStoreKit

    extension StoreClient {
        /// The client of the device in use; it lives as long as the device, on the interface that
        /// ``SwiftyStoreKit/SwiftyStoreKit/storeKit`` names when it is first asked for.
        package static var shared: StoreClient {
            let device = LocalDevice.inUse
            return device.companion {
                StoreClient(device, storeKit: SwiftyStoreKit.storeKit, holder: WeakDevice(device: device))
            }
        }

        /// A client of a device of a local store; completions run on the device's callback queue.
        ///
        /// - Parameters:
        ///   - device: The device.
        ///   - storeKit: Which of Apple's interfaces to use.
        public convenience init(device: LocalDevice, storeKit: StoreKitChoice = .automatic) {
            self.init(device, storeKit: storeKit, holder: device)
        }

        /// The same, with a clock of the caller's for all that it waits for.
        ///
        /// - Parameter sleep: Waits so many seconds, or throws when nobody is there to wait any more.
        package convenience init(
            device: LocalDevice,
            storeKit: StoreKitChoice = .automatic,
            sleep: @escaping @Sendable (TimeInterval) async throws -> Void
        ) {
            self.init(device, storeKit: storeKit, holder: device, sleep: sleep)
        }

        private convenience init(
            _ device: LocalDevice,
            storeKit: StoreKitChoice,
            holder: some DeviceHolder,
            sleep: (@Sendable (TimeInterval) async throws -> Void)? = nil
        ) {
            var services = StoreServices.storeKit(
                receipt: { holder.device.flatMap { try? Data(contentsOf: $0.receiptURL) } },
                now: { holder.device?.heardStoreTime ?? .distantPast },
                storage: FileStorage(folder: device.folder)
            )
            if let sleep { services.sleep = sleep }
            let context = StoreKit2Context(
                run: { work in
                    guard let device = holder.device else { return nil }
                    return device.perform { Task { await work() } }
                },
                enter: { body in holder.device?.perform(body) },
                queue: { holder.device?.queue },
                tellTime: { holder.device?.tellHeardStoreTime($0) },
                sleep: services.sleep
            )
            self.init(
                queue: device.queue,
                storeKit,
                services.performed(by: holder),
                context,
                callbacks: CallbackQueue { block in holder.device?.deliver(block) }
            )
        }
    }

    /// What leads to a device: the device itself for a client that keeps it alive, a weak reference for one that it keeps.
    private protocol DeviceHolder: Sendable {
        var device: LocalDevice? { get }
    }

    extension LocalDevice: DeviceHolder {
        fileprivate var device: LocalDevice? { self }
    }

    private struct WeakDevice: DeviceHolder {
        private(set) weak var device: LocalDevice?
    }

    extension StoreServices {
        /// The same services, on behalf of one device.
        fileprivate func performed(by holder: some DeviceHolder) -> Self {
            var services = self
            services.tellTime = { holder.device?.tellStoreTime($0) }
            services.askTime = { hear in
                guard let device = holder.device else { return hear(nil) }
                device.askStoreTime(hear)
            }
            services.products = { [products] identifiers, answer in
                guard let device = holder.device else { return StoreRequest {} }
                return device.perform { products(identifiers, answer) }
            }
            services.refreshReceipt = { [refreshReceipt] answer in
                guard let device = holder.device else { return StoreRequest {} }
                return device.perform { refreshReceipt(answer) }
            }
            services.canMakePayments = { [canMakePayments] in
                holder.device?.perform { canMakePayments() } ?? false
            }
            return services
        }
    }
#endif

extension StoreClient {
    /// A client on the interface that was chosen.
    convenience init(
        queue: any PaymentQueue & Sendable,
        _ storeKit: StoreKitChoice,
        _ services: StoreServices,
        _ context: StoreKit2Context,
        callbacks: CallbackQueue
    ) {
        switch storeKit.resolved {
        case .storeKit2:
            self.init(
                backend: StoreKit2Backend(context),
                services: services.onStoreKit2(context),
                context: context,
                callbacks: callbacks
            )
        case .storeKit1, .automatic:
            self.init(
                backend: StoreKit1Backend(queue, context: context),
                services: services,
                context: context,
                callbacks: callbacks
            )
        }
    }
}
