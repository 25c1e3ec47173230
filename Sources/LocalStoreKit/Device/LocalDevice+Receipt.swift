public import Foundation

extension LocalDevice {
    /// Where the receipt of the device in use is; nil if no device is in use.
    ///
    /// `Bundle.main.appStoreReceiptURL` is the same, on Linux too. Only in a program that is linked with `-static-stdlib`
    /// is it always nil, unless the app's own module declares it:
    ///
    /// ```swift
    /// extension Bundle {
    ///     var appStoreReceiptURL: URL? { LocalDevice.appStoreReceiptURL }
    /// }
    /// ```
    public static var appStoreReceiptURL: URL? { current?.receiptURL }
}
