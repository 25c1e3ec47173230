import AppStoreModels
import Foundation

extension PurchaseFact {
    /// The fact that one element of `in_app` or `latest_receipt_info` states.
    init(
        _ element: VerifyReceiptTransaction,
        from source: VerifyReceiptSource,
        statedDate: Date
    ) throws(FactError) {
        guard let transactionID = element.transactionID else { throw FactError(missing: "transaction_id") }
        guard let productID = element.productID else {
            throw FactError(missing: "product_id", transactionID: transactionID)
        }
        guard let purchaseDate = element.purchaseDate else {
            throw FactError(missing: "purchase_date_ms", transactionID: transactionID)
        }
        self.init(
            transactionID: transactionID,
            originalTransactionID: element.originalTransactionID,
            productID: productID,
            environment: source.environment,
            purchaseDate: purchaseDate,
            statedDate: statedDate
        )
        bundleID = source.bundleID
        addDetails(of: element)
    }

    private mutating func addDetails(of element: VerifyReceiptTransaction) {
        originalPurchaseDate = element.originalPurchaseDate
        expiresDate = element.expiresDate
        productType = expiresDate == nil ? nil : .autoRenewableSubscription
        quantity = element.quantity.flatMap(Int.init(exactly:)) ?? 1
        revocationDate = element.cancellationDate
        revocationReason = element.cancellationReason
        isUpgraded = element.isUpgraded ?? false
        isFreeTrial = element.isTrialPeriod ?? false
        inAppOwnershipType = element.inAppOwnershipType
        subscriptionGroupID = element.subscriptionGroupID
        webOrderLineItemID = element.webOrderLineItemID
        appAccountToken = element.appAccountToken
        addOffer(of: element)
    }

    /// The old format has no kind of offer, but one member for each; of an introduction that is not free it does not say
    /// how it is paid for.
    private mutating func addOffer(of element: VerifyReceiptTransaction) {
        if let identifier = element.promotionalOfferID {
            (offerType, offerIdentifier) = (.promotional, identifier)
        } else if let name = element.offerCodeReferenceName {
            (offerType, offerIdentifier) = (.offerCode, name)
        } else if isFreeTrial {
            (offerType, offerDiscountType) = (.introductory, .freeTrial)
        } else if element.isInIntroOfferPeriod == true {
            offerType = .introductory
        }
    }
}

extension RenewalFact {
    /// The fact that one element of `pending_renewal_info` states.
    init(
        _ element: VerifyReceiptRenewalInfo,
        from source: VerifyReceiptSource,
        statedDate: Date
    ) throws(FactError) {
        guard let original = element.originalTransactionID else {
            throw FactError(missing: "original_transaction_id")
        }
        self.init(originalTransactionID: original, environment: source.environment, statedDate: statedDate)
        productID = element.productID
        autoRenewStatus = element.autoRenewStatus
        autoRenewProductID = element.autoRenewProductID
        expirationIntent = element.expirationIntent
        isInBillingRetryPeriod = element.isInBillingRetryPeriod
        gracePeriodExpiresDate = element.gracePeriodExpiresDate
        let consent = element.json[integer: "price_increase_status"].flatMap(Int.init(exactly:))
        priceIncreaseStatus = (consent ?? element.priceConsentStatus.map { $0 ? 1 : 0 })
            .map(PriceIncreaseStatus.init(rawValue:))
        if let identifier = element.promotionalOfferID {
            (offerType, offerIdentifier) = (.promotional, identifier)
        } else if let name = element.json[string: "offer_code_ref_name"] {
            (offerType, offerIdentifier) = (.offerCode, name)
        }
    }
}
