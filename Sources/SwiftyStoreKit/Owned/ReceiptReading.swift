import AppReceipt
import AppStoreModels
import Entitlements
import Foundation
import Locking

/// What came of looking at the receipt on the device.
enum ReceiptReading: Sendable {
    /// It was validated here: its facts are taken from it as it is.
    case validated(Verified<AppReceipt>)
    /// What somebody else's validator answered.
    case answered(VerifyReceiptResult)

    /// What a valid receipt says at a moment; nil of one that is not.
    func report(at date: Date, rules: EntitlementRules) -> EntitlementReport? {
        switch self {
        case .validated(let receipt): EntitlementReport(receipt, at: date, rules: rules)
        case .answered(.success(let receipt)): EntitlementReport(unverified: receipt, at: date, rules: rules)
        case .answered(.error): nil
        }
    }

    /// Why there is no valid receipt; nil if there is one.
    var error: ReceiptError? {
        guard case .answered(.error(let error)) = self else { return nil }
        return error
    }

    /// When somebody who found the receipt valid looked at it, by their clock; nil if they did not say.
    ///
    /// Nil, too, of a date before the receipt was made: nobody can have looked at it then.
    var requestDate: Date? {
        guard case .answered(.success(let answer)) = self, let receipt = answer["receipt"] as? ReceiptInfo else {
            return nil
        }
        // Without the purchases, of which there may be thousands.
        let dates = receipt.filter { $0.key.hasPrefix("request_date") || $0.key.hasPrefix("receipt_creation_date") }
        let decoded = VerifyReceiptAppReceipt(json: JSONObject(receiptInfo: dates))
        guard let date = decoded.requestDate else { return nil }
        return date < (decoded.receiptCreationDate ?? date) ? nil : date
    }
}

extension StoreClient {
    /// Looks at the receipt that is on the device, and nothing else: the store is not asked, no password is wanted.
    func readStoredReceipt(using validator: any ReceiptValidator & Sendable) async -> ReceiptReading {
        await withCheckedContinuation { continuation in
            guard let local = validator as? LocalReceiptValidator, let receipt = localReceiptData else {
                return verifyStoredReceipt(using: validator) { continuation.resume(returning: .answered($0)) }
            }
            let reading = local.reading(receipt)
            // As the answers of other validators come: after everything that the app was told before.
            callbacks.enqueue { continuation.resume(returning: reading) }
        }
    }
}

extension LocalReceiptValidator {
    fileprivate func reading(_ receipt: Data) -> ReceiptReading {
        do throws(ReceiptError) { return .validated(try validated(receipt)) } catch {
            return .answered(.error(error: error))
        }
    }
}
