public import AppReceipt
package import AppStoreModels
public import AppStoreTrust
public import Foundation

/// Checks a receipt on the device, without a server: signature, chain, app, device.
///
/// ```swift
/// let validator = LocalReceiptValidator(bundleID: "com.example.flowershop")
/// let receipt = try await SwiftyStoreKit.verifyReceipt(using: validator)
/// ```
///
/// The result has the shape of an answer of `verifyReceipt`, so that ``SwiftyStoreKit`` answers the same questions about
/// it. Its date is the device's, or the receipt's own where the device's clock is behind: a clock that was turned back
/// does not revive an expired subscription further than to the day the receipt was made.
public struct LocalReceiptValidator: ReceiptValidator, Sendable {
    private let validator: AppReceiptValidator
    private let now: @Sendable () -> Date

    /// A validator for one app.
    ///
    /// - Parameters:
    ///   - bundleID: The app; give a literal, not what `Info.plist` says.
    ///   - appVersion: The version the receipt must be for; nil accepts all, which is right for most apps.
    ///   - deviceIdentifiers: The device, or candidates for it; nil does not check the device.
    ///   - policy: Who may sign: Apple, unless a local store is trusted explicitly.
    ///   - environments: The kinds of store that are accepted.
    ///   - now: The date on the device.
    public init(
        bundleID: String,
        appVersion: String? = nil,
        deviceIdentifiers: [DeviceIdentifier]? = nil,
        policy: TrustPolicy = .appStore,
        environments: Set<ReceiptEnvironment> = [.production, .sandbox, .volumePurchase, .volumePurchaseSandbox],
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        validator = AppReceiptValidator(
            policy: policy,
            bundleID: bundleID,
            appVersion: appVersion,
            deviceIdentifiers: deviceIdentifiers,
            environments: environments
        )
        // Volume purchases end. A date in the future is let through, because a device's clock may be far behind.
        .adding(ExpirationRule(clock: now))
        self.now = now
    }

    /// Checks a receipt; `completion` is called before this returns.
    ///
    /// A receipt that is not valid gives ``ReceiptError/receiptInvalid(receipt:status:)``, whose dictionary has every
    /// failure under `failures`, each with `code` and `reason`.
    public func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
        do throws(ReceiptError) {
            completion(.success(receipt: try validated(receiptData).payload.receiptInfo(at: now())))
        } catch {
            completion(.error(error: error))
        }
    }

    /// Checks a receipt and gives what it says, with nothing lost on the way over an answer of `verifyReceipt`.
    package func validated(_ receiptData: Data) throws(ReceiptError) -> Verified<AppReceipt> {
        let validation = validator.validate(receiptData)
        guard let receipt = validation.validReceipt else { throw ReceiptError(validation.failures) }
        return receipt
    }
}

extension AppReceipt {
    /// The receipt as the App Store would have answered about it at `date`, or when it was made if that is later.
    func receiptInfo(at date: Date) -> ReceiptInfo {
        let decoded = verifyReceiptJSON(requestDate: max(date, creationDate))
        var answer = VerifyReceiptResponse()
        answer.status = .valid
        answer.environment = environment?.appStoreEnvironment
        answer.receipt = decoded
        // The App Store's list is there for receipts with subscriptions, and then has all that the account owns.
        if decoded.inApp.contains(where: { $0.expiresDate != nil }) { answer.latestReceiptInfo = decoded.inApp }
        return answer.json.receiptInfo
    }
}

extension ReceiptError {
    /// Every reason why a receipt is not valid, under the status that `verifyReceipt` would give for the first.
    fileprivate init(_ failures: [AppReceiptError]) {
        let status = failures.first.map { ReceiptStatus($0.code) } ?? .malformedOrMissingData
        var answer = JSONObject()
        answer[integer: "status"] = Int64(status.rawValue)
        answer[array: "failures"] = failures.map { failure in
            .object(["code": .string(failure.code.rawValue), "reason": .string(failure.description)])
        }
        self = .receiptInvalid(receipt: answer.receiptInfo, status: status)
    }
}

extension ReceiptStatus {
    fileprivate init(_ code: AppReceiptError.Code) {
        switch code {
        case .signatureInvalid, .anchorUntrusted, .bundleID, .appVersion, .deviceHash, .expired, .creationDate:
            self = .receiptCouldNotBeAuthenticated
        case .environment: self = .testReceipt
        default: self = .malformedOrMissingData
        }
    }
}
