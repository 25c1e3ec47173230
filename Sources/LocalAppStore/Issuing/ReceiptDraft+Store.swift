import AppReceipt
import AppStoreModels
import Foundation
import StoreConfiguration

extension ReceiptDraft {
    /// The receipt of an account on a device, as the App Store would write it now.
    ///
    /// - Parameters:
    ///   - noise: Gives the bytes that are random or encrypted in real receipts.
    ///   - accountMark: By which the store knows the account again, even in a receipt without purchases.
    init(
        _ transactions: [StoreTransaction],
        _ issuer: Issuer,
        device: DeviceIdentifier,
        noise: inout ReceiptNoise,
        accountMark: [UInt8]
    ) {
        self.init(
            bundleID: issuer.app.bundleID,
            appVersion: issuer.app.version,
            deviceIdentifier: device,
            opaqueValue: noise.bytes(16),
            creationDate: issuer.date
        )
        // Real ones have 47 to 106 and 39 to 89 bytes that only Apple can read.
        otherAttributes = [
            OtherAttribute(type: .encryptedData6, value: noise.bytes(64)),
            OtherAttribute(type: .encryptedData7, value: accountMark),
        ]
        if issuer.environment == .production { setProductionValues(issuer) }
        if issuer.environment == .xcode { setXcodeValues() }
        inAppPurchases = InAppPurchaseDraft.purchases(transactions)
    }

    /// A receipt brought up to date for the same app and device: the `latest_receipt` of a server's answer.
    init(renewing receipt: AppReceipt, _ transactions: [StoreTransaction], at date: Date) {
        self.init(renewing: receipt, creationDate: date)
        inAppPurchases = InAppPurchaseDraft.purchases(transactions)
    }

    /// Gives the receipt what the app asked for; not in production.
    mutating func set(_ properties: ReceiptProperties) {
        guard environment != .production else { return }
        if properties.isVolumePurchase {
            if environment == .sandbox { environment = .volumePurchaseSandbox }
            expirationDate = creationDate.addingTimeInterval(Self.volumeLicenceDuration)
        }
        if properties.isExpired || properties.isRevoked { expirationDate = creationDate }
    }

    /// How long a licence of an organisation lasts here: Apple's is not known, 365 days.
    private static let volumeLicenceDuration: TimeInterval = 365 * 86_400

    /// Xcode's receipts have neither what only Apple can read nor an end, but eight opaque octets where others have 16.
    private mutating func setXcodeValues() {
        environment = .xcode
        opaqueValue = Array(opaqueValue.prefix(8))
        otherAttributes = []
    }

    /// What the sandbox fills with 0, `1.0` and 2013-08-01.
    private mutating func setProductionValues(_ issuer: Issuer) {
        environment = .production
        appItemID = issuer.app.appAppleID
        versionExternalID = issuer.app.versionNumber
        downloadDate = issuer.account.createdDate
        originalPurchaseDate = issuer.account.createdDate
        originalAppVersion = issuer.app.version
        downloadID = Int64(issuer.account.appTransactionID) ?? 0
    }
}

extension StoreTransaction {
    /// Consumables stay until they are finished, all other purchases for ever; restored copies are no purchases.
    fileprivate var belongsInReceipt: Bool {
        !isRestored && !(productType == .consumable && isFinished)
    }
}

extension InAppPurchaseDraft {
    /// What a receipt says of transactions, in their order.
    fileprivate static func purchases(_ transactions: [StoreTransaction]) -> [Self] {
        /// When the next period of each chain begins.
        var next: [String: Date] = [:]
        let drafts = transactions.reversed().filter(\.belongsInReceipt).map { transaction in
            guard transaction.productType == .autoRenewableSubscription else { return Self(transaction) }
            let replaced = transaction.isUpgraded ? next[transaction.originalTransactionID] : nil
            next[transaction.originalTransactionID] = transaction.purchaseDate
            return Self(transaction, replacedAt: replaced)
        }
        return drafts.reversed()
    }

    /// - Parameter replacedDate: When a higher level took its place; it counts as cancelled then.
    private init(_ transaction: StoreTransaction, replacedAt replacedDate: Date? = nil) {
        self.init(
            productID: transaction.productID,
            transactionID: transaction.transactionID,
            purchaseDate: transaction.purchaseDate,
            productKind: ReceiptProductKind(transaction.productType),
            originalTransactionID: transaction.originalTransactionID,
            originalPurchaseDate: transaction.originalPurchaseDate
        )
        quantity = Int64(transaction.quantity)
        expiresDate = transaction.expiresDate
        webOrderLineItemID = transaction.webOrderLineItemID.flatMap(Int64.init) ?? 0
        cancellationDate = transaction.revocationDate ?? replacedDate
        if cancellationDate != nil { cancellationReason = transaction.revocationReason ?? .other }
        // What stands there for a purchase of somebody else in the family is not known.
        if transaction.ownership != .purchased { ownership = nil }
        if transaction.productType == .autoRenewableSubscription {
            let isIntroductory = transaction.offer?.type == .introductory
            let isFree = transaction.offer?.paymentMode == .freeTrial
            isTrialPeriod = isIntroductory && isFree
            isInIntroOfferPeriod = isIntroductory && !isFree
        }
        if transaction.offer?.type == .promotional { promotionalOfferID = transaction.offer?.identifier }
    }
}

extension ReceiptProductKind {
    fileprivate init(_ type: ProductType) {
        self =
            switch type {
            case .consumable: .consumable
            case .nonRenewingSubscription: .nonRenewingSubscription
            case .autoRenewableSubscription: .autoRenewableSubscription
            default: .nonConsumable
            }
    }
}
