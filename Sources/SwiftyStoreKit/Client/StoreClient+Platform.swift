import Foundation
import Locking

#if canImport(StoreKit) && canImport(Darwin)
    public import Dispatch
    public import StoreKit

    extension StoreClient {
        /// The client of the app's payment queue.
        package static let shared = StoreClient()

        /// A client of `queue`; completions run on `callbackQueue`, which must be serial.
        public convenience init(queue: SKPaymentQueue = .default(), callbackQueue: DispatchQueue = .main) {
            self.init(
                queue: queue,
                services: .storeKit(
                    receipt: { Bundle.main.appStoreReceiptURL.flatMap { try? Data(contentsOf: $0) } },
                    now: { Date() },
                    storage: DefaultsStorage()
                ),
                callbacks: CallbackQueue(callbackQueue)
            )
        }
    }
#else
    public import LocalStoreKit

    extension StoreClient {
        /// The client of the device in use; it lives as long as the device.
        package static var shared: StoreClient {
            let device = LocalDevice.inUse
            return device.companion { StoreClient(device, holder: WeakDevice(device: device)) }
        }

        /// A client of a device of a local store; completions run on the device's callback queue.
        public convenience init(device: LocalDevice) {
            self.init(device, holder: device)
        }

        private convenience init(_ device: LocalDevice, holder: some DeviceHolder) {
            let services = StoreServices.storeKit(
                receipt: { holder.device.flatMap { try? Data(contentsOf: $0.receiptURL) } },
                now: { holder.device?.storeTime ?? .distantPast },
                storage: FileStorage(folder: device.folder)
            )
            self.init(
                queue: device.queue,
                services: services.performed(by: holder),
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
