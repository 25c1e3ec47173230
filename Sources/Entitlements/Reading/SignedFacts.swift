public import AppStoreModels

extension PurchaseFact {
    /// The fact that a signed transaction states.
    ///
    /// - Throws: ``FactError`` if the payload lacks an identifier, a date or its environment.
    public init(_ transaction: Verified<TransactionPayload>) throws(FactError) {
        try self.init(unverified: transaction.payload)
    }

    /// The fact that a transaction states, if it is genuine.
    ///
    /// - Warning: Anybody can write such a payload. Who makes a fact of one answers for it.
    /// - Throws: ``FactError`` if the payload lacks an identifier, a date or its environment.
    public init(unverified payload: TransactionPayload) throws(FactError) {
        guard let transactionID = payload.transactionID else { throw FactError(missing: "transactionId") }
        guard let productID = payload.productID else {
            throw FactError(missing: "productId", transactionID: transactionID)
        }
        guard let environment = payload.environment else {
            throw FactError(missing: "environment", transactionID: transactionID)
        }
        guard let purchaseDate = payload.purchaseDate else {
            throw FactError(missing: "purchaseDate", transactionID: transactionID)
        }
        guard let signedDate = payload.signedDate else {
            throw FactError(missing: "signedDate", transactionID: transactionID)
        }
        self.init(
            transactionID: transactionID,
            originalTransactionID: payload.originalTransactionID,
            productID: productID,
            environment: environment,
            purchaseDate: purchaseDate,
            statedDate: signedDate
        )
        addDetails(of: payload)
    }

    private mutating func addDetails(of payload: TransactionPayload) {
        bundleID = payload.bundleID
        productType = payload.type
        originalPurchaseDate = payload.originalPurchaseDate
        expiresDate = payload.expiresDate
        quantity = payload.quantity.flatMap(Int.init(exactly:)) ?? 1
        revocationDate = payload.revocationDate
        revocationReason = payload.revocationReason
        revocationType = payload.json[string: "revocationType"].map(RevocationType.init(rawValue:))
        revocationPercentage = payload.json[integer: "revocationPercentage"].flatMap(Int.init(exactly:))
        isUpgraded = payload.isUpgraded ?? false
        inAppOwnershipType = payload.inAppOwnershipType
        subscriptionGroupID = payload.subscriptionGroupID
        webOrderLineItemID = payload.webOrderLineItemID
        appAccountToken = payload.appAccountToken
        storefront = payload.storefront
        transactionReason = payload.transactionReason
        price = payload.price
        currency = payload.currency
        addOffer(of: payload)
    }

    private mutating func addOffer(of payload: TransactionPayload) {
        offerType = payload.offerType
        offerIdentifier = payload.offerIdentifier
        offerDiscountType = payload.offerDiscountType.map(OfferDiscountType.init(rawValue:))
        offerPeriod = payload.offerPeriod
        isFreeTrial = offerDiscountType == .freeTrial
    }
}

extension RenewalFact {
    /// The fact that signed renewal information states.
    ///
    /// - Throws: ``FactError`` if the payload lacks its chain, its date or its environment.
    public init(_ renewalInfo: Verified<RenewalInfoPayload>) throws(FactError) {
        try self.init(unverified: renewalInfo.payload)
    }

    /// The fact that renewal information states, if it is genuine.
    ///
    /// - Warning: Anybody can write such a payload. Who makes a fact of one answers for it.
    /// - Throws: ``FactError`` if the payload lacks its chain, its date or its environment.
    public init(unverified payload: RenewalInfoPayload) throws(FactError) {
        guard let original = payload.originalTransactionID else { throw FactError(missing: "originalTransactionId") }
        guard let environment = payload.environment else {
            throw FactError(missing: "environment", transactionID: original)
        }
        guard let signedDate = payload.signedDate else {
            throw FactError(missing: "signedDate", transactionID: original)
        }
        self.init(originalTransactionID: original, environment: environment, statedDate: signedDate)
        productID = payload.productID
        autoRenewStatus = payload.autoRenewStatus
        autoRenewProductID = payload.autoRenewProductID
        expirationIntent = payload.expirationIntent
        isInBillingRetryPeriod = payload.isInBillingRetryPeriod
        gracePeriodExpiresDate = payload.gracePeriodExpiresDate
        priceIncreaseStatus = payload.priceIncreaseStatus.flatMap(Int.init(exactly:))
            .map(PriceIncreaseStatus.init(rawValue:))
        renewalDate = payload.renewalDate
        renewalPrice = payload.renewalPrice
        currency = payload.currency
        offerType = payload.offerType
        offerIdentifier = payload.offerIdentifier
        offerDiscountType = payload.json[string: "offerDiscountType"].map(OfferDiscountType.init(rawValue:))
        eligibleWinBackOfferIDs = payload.json[array: "eligibleWinBackOfferIds"]?.compactMap(\.string)
    }
}

extension PurchaseFacts {
    /// The facts that a signed transaction and its renewal information state.
    ///
    /// - Throws: ``FactError`` if a payload lacks what a fact needs.
    public init(
        transaction: Verified<TransactionPayload>,
        renewalInfo: Verified<RenewalInfoPayload>? = nil
    ) throws(FactError) {
        self.init(purchases: [try PurchaseFact(transaction)])
        if let renewalInfo { insert(try RenewalFact(renewalInfo)) }
    }
}
