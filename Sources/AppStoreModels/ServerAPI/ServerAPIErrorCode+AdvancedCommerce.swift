extension ServerAPIErrorCode {
    /// Advanced Commerce: the currency is not valid.
    public static let invalidCurrency = Self(rawValue: 4_000_053)
    /// Advanced Commerce: one item needed in modify.
    public static let oneItemNeededInModify = Self(rawValue: 4_000_063)
    /// Advanced Commerce: the member for the request info is missing.
    public static let nullRequestInfo = Self(rawValue: 4_000_079)
    /// Advanced Commerce: the member for the request reference ID is missing.
    public static let nullRequestReferenceID = Self(rawValue: 4_000_080)
    /// Advanced Commerce: the request reference ID is not valid.
    public static let invalidRequestReferenceID = Self(rawValue: 4_000_081)
    /// Advanced Commerce: the consistency token is not valid.
    public static let invalidConsistencyToken = Self(rawValue: 4_000_082)
    /// Advanced Commerce: the member for the version is missing.
    public static let nullVersion = Self(rawValue: 4_000_083)
    /// Advanced Commerce: unexpected version.
    public static let unexpectedVersion = Self(rawValue: 4_000_084)
    /// Advanced Commerce: the member for the transaction ID is missing.
    public static let nullTransactionID = Self(rawValue: 4_000_085)
    /// Advanced Commerce: the price is negative.
    public static let negativePrice = Self(rawValue: 4_000_086)
    /// Advanced Commerce: SKU length exceeded.
    public static let skuLengthExceeded = Self(rawValue: 4_000_087)
    /// Advanced Commerce: description length exceeded.
    public static let descriptionLengthExceeded = Self(rawValue: 4_000_088)
    /// Advanced Commerce: display name length exceeded.
    public static let displayNameLengthExceeded = Self(rawValue: 4_000_089)
    /// Advanced Commerce: the prorated price is negative.
    public static let negativeProratedPrice = Self(rawValue: 4_000_091)
    /// Advanced Commerce: the member for the offer period is missing.
    public static let nullOfferPeriod = Self(rawValue: 4_000_092)
    /// Advanced Commerce: the member for the period count is missing.
    public static let nullPeriodCount = Self(rawValue: 4_000_093)
    /// Advanced Commerce: period count not positive.
    public static let periodCountNotPositive = Self(rawValue: 4_000_094)
    /// Advanced Commerce: the member for the reason is missing.
    public static let nullReason = Self(rawValue: 4_000_095)
    /// Advanced Commerce: the previous transaction ID is not valid.
    public static let invalidPreviousTransactionID = Self(rawValue: 4_000_096)
    /// Advanced Commerce: repeated request reference ID.
    public static let repeatedRequestReferenceID = Self(rawValue: 4_000_097)
    /// Advanced Commerce: the member for the currency is missing.
    public static let nullCurrency = Self(rawValue: 4_000_098)
    /// Advanced Commerce: the member for the tax code is missing.
    public static let nullTaxCode = Self(rawValue: 4_000_099)
    /// Advanced Commerce: the member for the storefront is missing.
    public static let nullStorefront = Self(rawValue: 4_000_100)
    /// Advanced Commerce: the member for the items is missing.
    public static let nullItems = Self(rawValue: 4_000_101)
    /// Advanced Commerce: the member for the item is missing.
    public static let nullItem = Self(rawValue: 4_000_102)
    /// Advanced Commerce: the member for the descriptors is missing.
    public static let nullDescriptors = Self(rawValue: 4_000_103)
    /// Advanced Commerce: the member for the period is missing.
    public static let nullPeriod = Self(rawValue: 4_000_104)
    /// Advanced Commerce: the member for the SKU is missing.
    public static let nullSKU = Self(rawValue: 4_000_105)
    /// Advanced Commerce: the member for the display name is missing.
    public static let nullDisplayName = Self(rawValue: 4_000_106)
    /// Advanced Commerce: the member for the description is missing.
    public static let nullDescription = Self(rawValue: 4_000_107)
    /// Advanced Commerce: the member for the price is missing.
    public static let nullPrice = Self(rawValue: 4_000_109)
    /// Advanced Commerce: the member for the retain billing cycle is missing.
    public static let nullRetainBillingCycle = Self(rawValue: 4_000_110)
    /// Advanced Commerce: the member for the effective is missing.
    public static let nullEffective = Self(rawValue: 4_000_111)
    /// Advanced Commerce: the member for the new SKU is missing.
    public static let nullNewSKU = Self(rawValue: 4_000_112)
    /// Advanced Commerce: the previous subscription is not valid.
    public static let invalidPreviousSubscription = Self(rawValue: 4_000_113)
    /// Advanced Commerce: product already exists.
    public static let productAlreadyExists = Self(rawValue: 4_000_114)
    /// Advanced Commerce: the product changes is not valid.
    public static let invalidProductChanges = Self(rawValue: 4_000_115)
    /// Advanced Commerce: the salable is not valid.
    public static let invalidSalable = Self(rawValue: 4_000_116)
    /// Advanced Commerce: the salable duration is not valid.
    public static let invalidSalableDuration = Self(rawValue: 4_000_117)
    /// Advanced Commerce: the display name is not valid.
    public static let invalidDisplayName = Self(rawValue: 4_000_118)
    /// Advanced Commerce: the description is not valid.
    public static let invalidDescription = Self(rawValue: 4_000_119)
    /// Advanced Commerce: the product is not valid.
    public static let invalidProduct = Self(rawValue: 4_000_121)
    /// Advanced Commerce: the SKU is not valid.
    public static let invalidSKU = Self(rawValue: 4_000_122)
    /// Advanced Commerce: the refund type is not valid.
    public static let invalidRefundType = Self(rawValue: 4_000_123)
    /// Advanced Commerce: the refund reason is not valid.
    public static let invalidRefundReason = Self(rawValue: 4_000_124)
    /// Advanced Commerce: the change reason is not valid.
    public static let invalidChangeReason = Self(rawValue: 4_000_125)
    /// Advanced Commerce: the offer reason is not valid.
    public static let invalidOfferReason = Self(rawValue: 4_000_126)
    /// Advanced Commerce: the tax product code is not valid.
    public static let invalidTaxProductCode = Self(rawValue: 4_000_127)
    /// Advanced Commerce: the offer period is not valid.
    public static let invalidOfferPeriod = Self(rawValue: 4_000_128)
    /// Advanced Commerce: the offer period count is not valid.
    public static let invalidOfferPeriodCount = Self(rawValue: 4_000_129)
    /// Advanced Commerce: the renewal period is not valid.
    public static let invalidRenewalPeriod = Self(rawValue: 4_000_130)
    /// Advanced Commerce: the renewal price is not valid.
    public static let invalidRenewalPrice = Self(rawValue: 4_000_131)
    /// Advanced Commerce: the amount is not valid.
    public static let invalidAmount = Self(rawValue: 4_000_132)
    /// Advanced Commerce: mismatched storefront.
    public static let mismatchedStorefront = Self(rawValue: 4_000_133)
    /// Advanced Commerce: there is no pricing config for storefront.
    public static let missingPricingConfigForStorefront = Self(rawValue: 4_000_134)
    /// Advanced Commerce: operation not allowed.
    public static let operationNotAllowed = Self(rawValue: 4_000_135)
    /// Advanced Commerce: more items than allowed.
    public static let moreItemsThanAllowed = Self(rawValue: 4_000_136)
    /// Advanced Commerce: more offers than allowed.
    public static let moreOffersThanAllowed = Self(rawValue: 4_000_137)
    /// Advanced Commerce: empty add change items.
    public static let emptyAddChangeItems = Self(rawValue: 4_000_139)
    /// Advanced Commerce: there is no updated items with period change.
    public static let missingUpdatedItemsWithPeriodChange = Self(rawValue: 4_000_140)
    /// Advanced Commerce: period reset with retain billing cycle.
    public static let periodResetWithRetainBillingCycle = Self(rawValue: 4_000_141)
    /// Advanced Commerce: period change effective conflict.
    public static let periodChangeEffectiveConflict = Self(rawValue: 4_000_142)
    /// Advanced Commerce: multiple operations on single SKU.
    public static let multipleOperationsOnSingleSKU = Self(rawValue: 4_000_143)
    /// Advanced Commerce: remove items without add or change items.
    public static let removeItemsWithoutAddOrChangeItems = Self(rawValue: 4_000_144)
    /// Advanced Commerce: remove item not found.
    public static let removeItemNotFound = Self(rawValue: 4_000_145)
    /// Advanced Commerce: change item not found.
    public static let changeItemNotFound = Self(rawValue: 4_000_146)
    /// Advanced Commerce: misaligned billing cycle.
    public static let misalignedBillingCycle = Self(rawValue: 4_000_147)
    /// Advanced Commerce: billing cycle reset with effective later.
    public static let billingCycleResetWithEffectiveLater = Self(rawValue: 4_000_148)
    /// Advanced Commerce: period change immediate with effective at next billing cycle.
    public static let periodChangeImmediateWithEffectiveAtNextBillingCycle = Self(rawValue: 4_000_149)
    /// Advanced Commerce: multiple prices.
    public static let multiplePrices = Self(rawValue: 4_000_150)
    /// Advanced Commerce: the prorated price is not valid.
    public static let invalidProratedPrice = Self(rawValue: 4_000_151)
    /// Advanced Commerce: the offer price is not valid.
    public static let invalidOfferPrice = Self(rawValue: 4_000_152)
    /// Advanced Commerce: the member for the refund amount is missing.
    public static let nullRefundAmount = Self(rawValue: 4_000_153)
    /// Advanced Commerce: the refund amount is negative.
    public static let negativeRefundAmount = Self(rawValue: 4_000_154)
    /// Advanced Commerce: refund amount without custom.
    public static let refundAmountWithoutCustom = Self(rawValue: 4_000_155)
    /// Advanced Commerce: the member for the refund reason is missing.
    public static let nullRefundReason = Self(rawValue: 4_000_156)
    /// Advanced Commerce: the member for the refund type is missing.
    public static let nullRefundType = Self(rawValue: 4_000_157)
    /// Advanced Commerce: simulate refund decline only in sandbox.
    public static let simulateRefundDeclineOnlyInSandbox = Self(rawValue: 4_000_158)
    /// Advanced Commerce: the member for the refund risking is missing.
    public static let nullRefundRisking = Self(rawValue: 4_000_159)
    /// Advanced Commerce: at least one item.
    public static let atLeastOneItem = Self(rawValue: 4_000_160)
    /// Advanced Commerce: at least one of display name or description.
    public static let atLeastOneOfDisplayNameOrDescription = Self(rawValue: 4_000_165)
    /// Advanced Commerce: the member for the target product ID is missing.
    public static let nullTargetProductID = Self(rawValue: 4_000_166)
    /// Advanced Commerce: the target product ID is not valid.
    public static let invalidTargetProductID = Self(rawValue: 4_000_167)
    /// Advanced Commerce: removal all not allowed.
    public static let removalAllNotAllowed = Self(rawValue: 4_000_168)
    /// Advanced Commerce: the member for the current SKU is missing.
    public static let nullCurrentSKU = Self(rawValue: 4_000_169)
    /// Advanced Commerce: the member for the advanced commerce data is missing.
    public static let nullAdvancedCommerceData = Self(rawValue: 4_000_171)
    /// Advanced Commerce: the operation is not valid.
    public static let invalidOperation = Self(rawValue: 4_000_172)
    /// Advanced Commerce: malformed payload.
    public static let malformedPayload = Self(rawValue: 4_000_173)
    /// Advanced Commerce: the signature is not valid.
    public static let invalidSignature = Self(rawValue: 4_000_174)
    /// Advanced Commerce: subscription already migrated.
    public static let subscriptionAlreadyMigrated = Self(rawValue: 4_000_176)
    /// Advanced Commerce: offer prevents item mid cycle change.
    public static let offerPreventsItemMidCycleChange = Self(rawValue: 4_000_177)
    /// Advanced Commerce: price change not supported through modify items.
    public static let priceChangeNotSupportedThroughModifyItems = Self(rawValue: 4_000_178)
    /// Advanced Commerce: item limit exceeded.
    public static let itemLimitExceeded = Self(rawValue: 4_000_179)
    /// Advanced Commerce: pending changes mismatch.
    public static let pendingChangesMismatch = Self(rawValue: 4_000_180)
    /// Advanced Commerce: pending refund.
    public static let pendingRefund = Self(rawValue: 4_000_181)
    /// Advanced Commerce: only the latest transaction can be prorated.
    public static let proratedOnlyLatestTransaction = Self(rawValue: 4_000_182)
    /// Advanced Commerce: partial simulate refund decline.
    public static let partialSimulateRefundDecline = Self(rawValue: 4_000_184)
    /// Advanced Commerce: revoke on inactive subscription.
    public static let revokeOnInactiveSubscription = Self(rawValue: 4_000_186)
    /// Advanced Commerce: dependent SKUs cannot be shared.
    public static let dependentSKUsCannotBeShared = Self(rawValue: 4_000_192)
    /// Advanced Commerce: dependent SKUs cannot be chained.
    public static let dependentSKUsCannotBeChained = Self(rawValue: 4_000_193)
    /// Advanced Commerce: item cannot be specified multiple times.
    public static let itemCannotBeSpecifiedMultipleTimes = Self(rawValue: 4_000_194)
    /// Advanced Commerce: price change cannot be issued when already communicated.
    public static let priceChangeCannotBeIssuedWhenAlreadyCommunicated = Self(rawValue: 4_000_205)
    /// Advanced Commerce: the price for change item in price increase is not valid.
    public static let invalidPriceForChangeItemInPriceIncrease = Self(rawValue: 4_000_214)
    /// Advanced Commerce: the SKU must be the current one that is set to renew.
    public static let invalidSKUProvidedMustBeCurrentSKUSetToRenew = Self(rawValue: 4_000_220)
    /// Advanced Commerce: price increase is not currently supported in India.
    public static let acaPriceIncreaseIsNotCurrentlySupportedInIndia = Self(rawValue: 4_000_221)
    /// Advanced Commerce: the prorated price for change item with effective later is not valid.
    public static let invalidProratedPriceForChangeItemWithEffectiveLater = Self(rawValue: 4_000_222)
    /// Advanced Commerce: free trial offer must use period count of one.
    public static let freeTrialOfferMustUsePeriodCountOfOne = Self(rawValue: 4_000_223)
    /// Advanced Commerce: unauthorized.
    public static let unauthorized = Self(rawValue: 4_010_000)
    /// Advanced Commerce: subscription does not exist.
    public static let subscriptionDoesNotExist = Self(rawValue: 4_030_008)
    /// Advanced Commerce: subscription already exists.
    public static let subscriptionAlreadyExists = Self(rawValue: 4_030_009)
    /// Advanced Commerce: subscription not eligible.
    public static let subscriptionNotEligible = Self(rawValue: 4_030_010)
    /// Advanced Commerce: subscription already active.
    public static let subscriptionAlreadyActive = Self(rawValue: 4_030_011)
    /// Advanced Commerce: product not owned.
    public static let productNotOwned = Self(rawValue: 4_030_013)
    /// Advanced Commerce: inactive ACA sub.
    public static let inactiveACASub = Self(rawValue: 4_030_015)
    /// Advanced Commerce: insufficient funds.
    public static let insufficientFunds = Self(rawValue: 4_030_020)
    /// Advanced Commerce: already refunded.
    public static let alreadyRefunded = Self(rawValue: 4_030_021)
    /// Advanced Commerce: storefront change.
    public static let storefrontChange = Self(rawValue: 4_030_022)
    /// Advanced Commerce: product not eligible.
    public static let productNotEligible = Self(rawValue: 4_030_023)
    /// Advanced Commerce: transaction not refundable.
    public static let transactionNotRefundable = Self(rawValue: 4_030_024)
    /// Advanced Commerce: transaction cannot be refunded: contact support.
    public static let transactionCannotBeRefundedContactSupport = Self(rawValue: 4_030_025)
    /// Advanced Commerce: migration not allowed when price increase communicated.
    public static let migrationNotAllowedWhenPriceIncreaseCommunicated = Self(rawValue: 4_030_027)
    /// Advanced Commerce: product not found.
    public static let productNotFound = Self(rawValue: 4_040_016)
}
