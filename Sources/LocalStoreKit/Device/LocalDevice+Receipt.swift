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

    /// Where the app's receipt is on this device; no file is there before the first purchase, restore or refresh.
    ///
    /// A receipt that the device keeps among the temporary files is made when this is asked for, as it was at the last
    /// event. From then on, and in a place that the device was given from the beginning, it is made anew when something
    /// happens, once for what happened together: it has a purchase before the app hears of it.
    public var receiptURL: URL { receipt.url }

    /// Why the receipt could not be written the last time; nil if it could.
    public var receiptError: (any Error)? { receipt.problem }

    /// The folder of the receipt, where the app's other files may be.
    package var folder: URL { receipt.folder }
}
