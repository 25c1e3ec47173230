#if os(Linux)
    import Foundation

    /// Lets Foundation's `Bundle.appStoreReceiptURL` answer with the receipt of the device in use.
    ///
    /// Foundation has the property on Linux, and it is always nil. An extension cannot replace it, because the compiler
    /// calls the two ambiguous, and a subclass cannot override it, because Foundation hides what a subclass of `Bundle`
    /// needs. But the property is `open`: every caller finds its getter in the class's table of methods. The entry that
    /// holds Foundation's getter is replaced there, as method swizzling does on Apple platforms.
    ///
    /// Whether that is possible is looked up, not assumed: if Foundation's getter has no symbol (a program that is linked
    /// with `-static-stdlib`), or the table does not hold it exactly once, nothing is touched and the property stays nil.
    /// Such a program declares the property itself; see ``LocalDevice/appStoreReceiptURL``.
    enum BundleReceipt {
        /// Whether the property answers for the device in use; the first one who asks makes it so.
        static let isInstalled = install()

        /// The name of `Foundation.Bundle.appStoreReceiptURL.getter` in the library.
        private static let getter = "$s10Foundation6BundleC18appStoreReceiptURL0A10Essentials0F0VSgvg"

        /// A function in the form that a stored closure has: the address of its code, and what it captured.
        private struct Getter {
            let body: () -> URL?
        }

        private static func install() -> Bool {
            guard let foundations = dlsym(nil, getter) else { return false }
            // The closure captures nothing, so its code runs without a context; what a method gets in the same register,
            // its object, is not looked at.
            let ours = unsafeBitCast(
                Getter { LocalDevice.appStoreReceiptURL },
                to: (code: UnsafeMutableRawPointer, context: UnsafeMutableRawPointer?).self
            )
            guard ours.context == nil else { return false }
            let metadata = unsafeBitCast(Bundle.self as AnyObject.Type, to: UnsafeMutableRawPointer.self)
            let entries = entryCount(of: metadata)
            let table = metadata.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
            let found = (0..<entries).filter { table[$0] == foundations }
            guard found.count == 1, let entry = found.first else { return false }
            table[entry] = ours.code
            return true
        }

        /// How many words the class has from its address point on: Swift's ABI, `TypeMetadata.rst`. Where there is no
        /// Objective-C, the size of the class is at 32 and how much of it lies before the address point at 36.
        private static func entryCount(of metadata: UnsafeMutableRawPointer) -> Int {
            let size = metadata.load(fromByteOffset: 32, as: UInt32.self)
            let addressPoint = metadata.load(fromByteOffset: 36, as: UInt32.self)
            guard size > addressPoint, size < 65_536 else { return 0 }
            return Int(size - addressPoint) / MemoryLayout<UnsafeRawPointer>.size
        }
    }
#endif
