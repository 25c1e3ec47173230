import Foundation

#if targetEnvironment(macCatalyst) || os(macOS)
    import IOKit
#elseif os(watchOS)
    import WatchKit
#elseif canImport(UIKit)
    import UIKit
#endif

extension DeviceIdentifier {
    /// What receipts on this device may be bound to, the likeliest first; for ``DeviceHashRule``.
    ///
    /// - iOS, iPadOS, tvOS, visionOS: `UIDevice.identifierForVendor`.
    /// - watchOS: `WKInterfaceDevice.identifierForVendor`. The receipt of a watch app with an iOS companion names the
    ///   bundle identifier of the companion.
    /// - macOS and Mac Catalyst: the MAC addresses of the network interfaces, those built in first.
    /// - Elsewhere there is none.
    ///
    /// An iOS app on a Mac with Apple silicon is reported to have receipts bound to the MAC address, which such an app
    /// cannot read: leave the rule out where `ProcessInfo.isiOSAppOnMac` is true.
    ///
    /// - Throws: ``AppReceiptError``, code `device-identifier-unavailable`: there is none, or not yet. After a restart
    ///   `identifierForVendor` is missing until the device is unlocked for the first time; ask again then.
    @MainActor
    public static func current() throws(AppReceiptError) -> [DeviceIdentifier] {
        #if targetEnvironment(macCatalyst) || os(macOS)
            let candidates = candidates(among: NetworkInterface.all())
            guard !candidates.isEmpty else { throw unavailable("no network interface with a MAC address can be read") }
            return candidates
        #elseif os(watchOS)
            return [try vendor(WKInterfaceDevice.current().identifierForVendor)]
        #elseif canImport(UIKit)
            return [try vendor(UIDevice.current.identifierForVendor)]
        #else
            throw unavailable("receipts are bound to devices with Apple's systems only")
        #endif
    }

    /// The identifier, once the system tells one.
    static func vendor(_ uuid: UUID?) throws(AppReceiptError) -> DeviceIdentifier {
        guard let uuid else {
            throw unavailable("identifierForVendor is missing until the device is unlocked after a restart; ask later")
        }
        return try DeviceIdentifier(identifierForVendor: uuid)
    }

    private static func unavailable(_ why: String) -> AppReceiptError {
        AppReceiptError(.deviceIdentifierUnavailable, why)
    }
}

#if targetEnvironment(macCatalyst) || os(macOS)
    extension NetworkInterface {
        /// The Ethernet interfaces, wired and wireless, as the I/O registry lists them.
        static func all() -> [NetworkInterface] {
            var iterator = io_iterator_t(0)
            let matching = IOServiceMatching("IOEthernetInterface")
            guard IOServiceGetMatchingServices(kIOMainPortDefault, matching, &iterator) == KERN_SUCCESS else {
                return []
            }
            defer { IOObjectRelease(iterator) }
            var interfaces: [NetworkInterface] = []
            while true {
                let service = IOIteratorNext(iterator)
                guard service != 0 else { return interfaces }
                defer { IOObjectRelease(service) }
                if let interface = NetworkInterface(service) { interfaces.append(interface) }
            }
        }

        /// The address lies in the parent, the controller; the name in the interface itself.
        private init?(_ service: io_object_t) {
            var controller = io_object_t(0)
            guard IORegistryEntryGetParentEntry(service, "IOService", &controller) == KERN_SUCCESS else { return nil }
            defer { IOObjectRelease(controller) }
            guard let name = Self.property("BSD Name", of: service) as? String,
                let address = Self.property("IOMACAddress", of: controller) as? Data
            else { return nil }
            let isBuiltIn = Self.property("IOBuiltin", of: service) as? Bool ?? false
            self.init(name: name, isBuiltIn: isBuiltIn, address: Array(address))
        }

        private static func property(_ key: String, of entry: io_object_t) -> AnyObject? {
            IORegistryEntryCreateCFProperty(entry, key as CFString, kCFAllocatorDefault, 0)?.takeRetainedValue()
        }
    }
#endif
