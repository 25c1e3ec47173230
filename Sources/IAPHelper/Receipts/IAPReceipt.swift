public import AppReceipt
import AppStoreTrust
import Foundation
import SwiftyStoreKit

/// A purchase in a receipt.
public typealias IAPReceiptProductInfo = InAppPurchaseRecord

/// The app's receipt, taken through five steps: reachable, loaded, signed, read, valid.
///
/// Each step says in the log how it went, and in ``failures`` why it failed. Only a receipt that has taken all of them
/// names purchases.
public final class IAPReceipt {
    private let bytes: () -> Data?
    private let validator: AppReceiptValidator
    private let log: IAPLog
    private let now: Date
    private var validation: ReceiptValidation?
    private var isSigned = false
    private var hasBeenRead = false

    /// Whether the receipt has taken all steps.
    public private(set) var isValid = false

    /// Why the last step failed; empty if it did not.
    public private(set) var failures: [AppReceiptError] = []

    /// The receipt that ``IAPHelper/IAPHelper/shared`` would validate.
    public convenience init() {
        self.init(of: .shared)
    }

    init(of helper: IAPHelper) {
        let client = helper.client
        bytes = { client.localReceiptData }
        log = helper.log
        now = client.now
        let hasExpiration = helper.validator.rules.contains { $0.id == .expiration }
        validator = hasExpiration ? helper.validator : helper.validator.adding(ExpirationRule(now: now))
    }

    /// The purchases of a valid receipt; none of any other.
    public var inAppReceipts: [IAPReceiptProductInfo] { isValid ? validation?.receipt?.inAppPurchases ?? [] : [] }

    /// The products that a valid receipt says are owned: neither refunded nor expired.
    public var validatedPurchasedProductIdentifiers: Set<ProductId> {
        let owned = inAppReceipts.filter { $0.cancellationDate == nil && isToCome($0.expiresDate) }
        return Set(owned.map(\.productID))
    }

    /// Whether the receipt was made before a purchase that runs still, and does not name it.
    func isOlder(than purchase: RememberedPurchase, of productId: ProductId) -> Bool {
        guard isValid, let made = validation?.receipt?.creationDate, let bought = purchase.date else { return false }
        // Memory is the customer's to write to: what was not bought yet was not bought.
        guard bought > made, bought < now.addingTimeInterval(Self.clockAllowance), isToCome(purchase.endDate) else {
            return false
        }
        // Dates in a receipt are whole seconds.
        let second = Date(timeIntervalSince1970: bought.timeIntervalSince1970.rounded(.down))
        return !inAppReceipts.contains { $0.productID == productId && $0.purchaseDate >= second }
    }

    /// By how much a device's clock may be behind the App Store's.
    private static let clockAllowance: TimeInterval = 86_400

    /// Whether an end is not reached; nil is none.
    private func isToCome(_ end: Date?) -> Bool {
        guard let end else { return true }
        // A clock that was set back does not revive what had ended when the receipt was made.
        return end > max(now, validation?.receipt?.creationDate ?? .distantPast)
    }

    /// Whether what is remembered agrees with the receipt.
    public func compareProductIds(fallbackPids: Set<ProductId>) -> Bool {
        fallbackPids == validatedPurchasedProductIdentifiers
    }

    /// Step 1: whether there is a receipt on the device.
    public var isReachable: Bool {
        if validation != nil || bytes() != nil { return true }
        log.note(Bundle.main.appStoreReceiptURL == nil ? .receiptBadUrl : .receiptMissing)
        return end(nil, [.missing])
    }

    /// Step 2: loads the receipt, if it is a signed container.
    public func load() -> Bool {
        guard let data = bytes() else {
            return end(.receiptLoadFailure, [.missing])
        }
        let validation = validator.validate(data)
        // What is wrong inside of the container is the fourth step's concern.
        if let failure = validation.readingFailure, !failure.isAboutContent {
            return end(.receiptLoadFailure, [failure])
        }
        self.validation = validation
        return end(.receiptLoadSuccess, [])
    }

    /// Step 3: whether the receipt is signed by somebody the validator trusts.
    public func validateSigning() -> Bool {
        guard let validation else { return end(.receiptValidateSigningFailure, [.outOfOrder("load")]) }
        isSigned = validation.outcome(of: .signature) == .passed
        return end(
            isSigned ? .receiptValidateSigningSuccess : .receiptValidateSigningFailure,
            [validation.outcome(of: .signature)?.failure].compactMap(\.self)
        )
    }

    /// Step 4: whether everything that a receipt must say can be read.
    public func read() -> Bool {
        hasBeenRead = validation?.receipt != nil
        guard hasBeenRead else {
            return end(.receiptReadFailure, [validation?.readingFailure ?? .outOfOrder("load")])
        }
        return end(.receiptReadSuccess, [])
    }

    /// Step 5: whether the receipt is one of this app, on this device, now.
    public func validate() -> Bool {
        guard let validation, isSigned, hasBeenRead else {
            return end(.receiptValidationFailure, [.outOfOrder("load, validateSigning and read")])
        }
        isValid = validation.isValid
        return end(isValid ? .receiptValidationSuccess : .receiptValidationFailure, validation.failures)
    }

    private func end(_ notification: IAPNotification?, _ failures: [AppReceiptError]) -> Bool {
        self.failures = failures
        if let notification { log.note(notification, error: failures.first) }
        return failures.isEmpty
    }
}

extension AppReceiptError {
    /// Whether the container is sound and what it holds is not.
    fileprivate var isAboutContent: Bool {
        [.attributeMissing, .attributeMalformed, .attributeDuplicate].contains(code)
    }

    fileprivate static let missing = AppReceiptError(
        .empty,
        "there is no receipt on this device; refreshReceipt asks the App Store for one"
    )

    fileprivate static func outOfOrder(_ steps: String) -> AppReceiptError {
        AppReceiptError(.empty, "a step is missing; call \(steps) first, and go on only if they return true")
    }
}
