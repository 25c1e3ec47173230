import AppReceipt
import Foundation

/// The receipt is bound to the device that this runs on.
///
/// The device is asked at each check: after a restart it does not tell its identifier at once.
struct ThisDeviceRule: ReceiptRule {
    let id = ReceiptRuleID.deviceHash

    func failure(in receipt: AppReceipt) -> AppReceiptError? {
        guard Thread.isMainThread else {
            let reason = "the device tells its identifier on the main thread only; validate the receipt there"
            return AppReceiptError(.deviceIdentifierUnavailable, reason)
        }
        return MainActor.assumeIsolated {
            do throws(AppReceiptError) {
                return DeviceHashRule(try DeviceIdentifier.current()).failure(in: receipt)
            } catch {
                return error
            }
        }
    }
}
