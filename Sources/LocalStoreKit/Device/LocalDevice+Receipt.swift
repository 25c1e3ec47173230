public import Foundation

extension LocalDevice {
    /// Where the receipt of the device in use is; nil if no device is in use.
    ///
    /// Foundation declares `Bundle.appStoreReceiptURL` on Linux too, and answers nil. Another module cannot replace
    /// it: the compiler calls the two ambiguous. The app's own module can, with one line:
    ///
    /// ```swift
    /// #if canImport(LocalStoreKit)
    /// extension Bundle { var appStoreReceiptURL: URL? { LocalDevice.appStoreReceiptURL } }
    /// #endif
    /// ```
    public static var appStoreReceiptURL: URL? { current?.receiptURL }
}
