#ifndef C_STORE_KIT_H
#define C_STORE_KIT_H

// The enumerations of StoreKit that are open: Apple's come from Objective-C, where a later system may send a number that
// this one has no name for, and Swift keeps it. An enumeration written in Swift cannot hold such a number, one from C can.

/// Where a transaction stands.
typedef enum __attribute__((enum_extensibility(open), swift_name("SKPaymentTransactionState"))) SKPaymentTransactionState : long {
    /// The store is working on it; it cannot be finished.
    SKPaymentTransactionStatePurchasing __attribute__((swift_name("purchasing"))) = 0,
    /// The customer has been charged; deliver, then finish.
    SKPaymentTransactionStatePurchased __attribute__((swift_name("purchased"))) = 1,
    /// Cancelled or failed before it reached the store; finish it.
    SKPaymentTransactionStateFailed __attribute__((swift_name("failed"))) = 2,
    /// Restored from the customer's history; deliver, then finish.
    SKPaymentTransactionStateRestored __attribute__((swift_name("restored"))) = 3,
    /// It waits for somebody's approval; do not finish it.
    SKPaymentTransactionStateDeferred __attribute__((swift_name("deferred"))) = 4,
} SKPaymentTransactionState;

/// Why a store operation failed.
typedef enum __attribute__((enum_extensibility(open), swift_name("SKErrorCode"))) SKErrorCode : long {
    /// Something unexpected.
    SKErrorUnknown __attribute__((swift_name("unknown"))) = 0,
    /// The client may not do this.
    SKErrorClientInvalid __attribute__((swift_name("clientInvalid"))) = 1,
    /// The customer cancelled.
    SKErrorPaymentCancelled __attribute__((swift_name("paymentCancelled"))) = 2,
    /// A value of the payment was not recognised.
    SKErrorPaymentInvalid __attribute__((swift_name("paymentInvalid"))) = 3,
    /// The customer may not authorise payments.
    SKErrorPaymentNotAllowed __attribute__((swift_name("paymentNotAllowed"))) = 4,
    /// The product is not available in this storefront.
    SKErrorStoreProductNotAvailable __attribute__((swift_name("storeProductNotAvailable"))) = 5,
    /// The customer has not allowed access to cloud service information.
    SKErrorCloudServicePermissionDenied __attribute__((swift_name("cloudServicePermissionDenied"))) = 6,
    /// The device could not connect to the network.
    SKErrorCloudServiceNetworkConnectionFailed __attribute__((swift_name("cloudServiceNetworkConnectionFailed"))) = 7,
    /// The customer has revoked permission to use the cloud service.
    SKErrorCloudServiceRevoked __attribute__((swift_name("cloudServiceRevoked"))) = 8,
    /// The customer has not acknowledged the privacy policy.
    SKErrorPrivacyAcknowledgementRequired __attribute__((swift_name("privacyAcknowledgementRequired"))) = 9,
    /// The payment carries request data.
    SKErrorUnauthorizedRequestData __attribute__((swift_name("unauthorizedRequestData"))) = 10,
    /// The offer does not exist or is not active.
    SKErrorInvalidOfferIdentifier __attribute__((swift_name("invalidOfferIdentifier"))) = 11,
    /// The signature of the offer is not valid.
    SKErrorInvalidSignature __attribute__((swift_name("invalidSignature"))) = 12,
    /// The offer misses parameters.
    SKErrorMissingOfferParams __attribute__((swift_name("missingOfferParams"))) = 13,
    /// The offer's price is no longer valid.
    SKErrorInvalidOfferPrice __attribute__((swift_name("invalidOfferPrice"))) = 14,
    /// The overlay was cancelled.
    SKErrorOverlayCancelled __attribute__((swift_name("overlayCancelled"))) = 15,
    /// The overlay's configuration is not valid.
    SKErrorOverlayInvalidConfiguration __attribute__((swift_name("overlayInvalidConfiguration"))) = 16,
    /// The overlay took too long.
    SKErrorOverlayTimeout __attribute__((swift_name("overlayTimeout"))) = 17,
    /// The customer is not eligible for the offer.
    SKErrorIneligibleForOffer __attribute__((swift_name("ineligibleForOffer"))) = 18,
    /// The platform does not have overlays.
    SKErrorUnsupportedPlatform __attribute__((swift_name("unsupportedPlatform"))) = 19,
    /// The overlay was presented in a scene in the background.
    SKErrorOverlayPresentedInBackgroundScene __attribute__((swift_name("overlayPresentedInBackgroundScene"))) = 20,
    /// The payment method has to be configured first.
    SKErrorPaymentMethodBindingConfigurationRequired __attribute__((swift_name("paymentMethodBindingConfigurationRequired"))) = 21,
} SKErrorCode;

/// The unit of a subscription period.
typedef enum __attribute__((enum_extensibility(open), swift_name("SKProductPeriodUnit"))) SKProductPeriodUnit : unsigned long {
    /// Days.
    SKProductPeriodUnitDay __attribute__((swift_name("day"))) = 0,
    /// Weeks of seven days.
    SKProductPeriodUnitWeek __attribute__((swift_name("week"))) = 1,
    /// Calendar months.
    SKProductPeriodUnitMonth __attribute__((swift_name("month"))) = 2,
    /// Calendar years.
    SKProductPeriodUnitYear __attribute__((swift_name("year"))) = 3,
} SKProductPeriodUnit;

/// How the offer is paid.
typedef enum __attribute__((enum_extensibility(open), swift_name("SKProductDiscountPaymentMode"))) SKProductDiscountPaymentMode : unsigned long {
    /// A lower price in each period.
    SKProductDiscountPaymentModePayAsYouGo __attribute__((swift_name("payAsYouGo"))) = 0,
    /// One payment for all periods.
    SKProductDiscountPaymentModePayUpFront __attribute__((swift_name("payUpFront"))) = 1,
    /// Nothing.
    SKProductDiscountPaymentModeFreeTrial __attribute__((swift_name("freeTrial"))) = 2,
} SKProductDiscountPaymentMode;

/// What kind of offer it is.
typedef enum __attribute__((enum_extensibility(open), swift_name("SKProductDiscountType"))) SKProductDiscountType : unsigned long {
    /// For new subscribers.
    SKProductDiscountTypeIntroductory __attribute__((swift_name("introductory"))) = 0,
    /// A promotional offer for present and former subscribers.
    SKProductDiscountTypeSubscription __attribute__((swift_name("subscription"))) = 1,
} SKProductDiscountType;

/// How fast subscriptions renew in a test. The documentation of each rate has the length of the other periods.
typedef enum __attribute__((enum_extensibility(open), swift_name("SKTestTimeRate"))) SKTestTimeRate : long {
    /// A month is a month.
    SKTestTimeRateRealTime __attribute__((swift_name("realTime"))) = 0,
    /// A day is an hour.
    SKTestTimeRateOneHourIsOneDay __attribute__((swift_name("oneHourIsOneDay"))) = 1,
    /// A day is thirty minutes.
    SKTestTimeRateThirtyMinutesIsOneDay __attribute__((swift_name("thirtyMinutesIsOneDay"))) = 2,
    /// A day is five minutes.
    SKTestTimeRateFiveMinutesIsOneDay __attribute__((swift_name("fiveMinutesIsOneDay"))) = 3,
    /// A day is a minute.
    SKTestTimeRateOneMinuteIsOneDay __attribute__((swift_name("oneMinuteIsOneDay"))) = 4,
    /// A day is thirty seconds.
    SKTestTimeRateThirtySecondsIsOneDay __attribute__((swift_name("thirtySecondsIsOneDay"))) = 5,
    /// A day is a second.
    SKTestTimeRateOneSecondIsOneDay __attribute__((swift_name("oneSecondIsOneDay"))) = 6,
    /// A month is an hour; a week fifteen minutes.
    SKTestTimeRateMonthlyRenewalEveryHour __attribute__((swift_name("monthlyRenewalEveryHour"))) = 10,
    /// A month is thirty minutes; a week ten.
    SKTestTimeRateMonthlyRenewalEveryThirtyMinutes __attribute__((swift_name("monthlyRenewalEveryThirtyMinutes"))) = 11,
    /// A month is fifteen minutes; a week five.
    SKTestTimeRateMonthlyRenewalEveryFifteenMinutes __attribute__((swift_name("monthlyRenewalEveryFifteenMinutes"))) = 12,
    /// A month is five minutes; a week three.
    SKTestTimeRateMonthlyRenewalEveryFiveMinutes __attribute__((swift_name("monthlyRenewalEveryFiveMinutes"))) = 13,
    /// A month is thirty seconds; a week ten.
    SKTestTimeRateMonthlyRenewalEveryThirtySeconds __attribute__((swift_name("monthlyRenewalEveryThirtySeconds"))) = 15,
    /// Every period is fifteen minutes.
    SKTestTimeRateOneRenewalEveryFifteenMinutes __attribute__((swift_name("oneRenewalEveryFifteenMinutes"))) = 1000,
    /// Every period is five minutes.
    SKTestTimeRateOneRenewalEveryFiveMinutes __attribute__((swift_name("oneRenewalEveryFiveMinutes"))) = 1001,
    /// Every period is a minute.
    SKTestTimeRateOneRenewalEveryMinute __attribute__((swift_name("oneRenewalEveryMinute"))) = 1002,
    /// Every period is thirty seconds.
    SKTestTimeRateOneRenewalEveryThirtySeconds __attribute__((swift_name("oneRenewalEveryThirtySeconds"))) = 1003,
    /// Every period is ten seconds.
    SKTestTimeRateOneRenewalEveryTenSeconds __attribute__((swift_name("oneRenewalEveryTenSeconds"))) = 1004,
    /// Every period is two seconds.
    SKTestTimeRateOneRenewalEveryTwoSeconds __attribute__((swift_name("oneRenewalEveryTwoSeconds"))) = 1005,
} SKTestTimeRate;

/// Why a test session refuses what it is told to do.
typedef enum __attribute__((enum_extensibility(open), swift_name("SKTestErrorCode"))) SKTestErrorCode : long {
    /// The test environment cannot be used.
    SKTestErrorServiceUnavailable __attribute__((swift_name("serviceUnavailable"))) = 0,
    /// The configuration has no such product.
    SKTestErrorInvalidProductIdentifier __attribute__((swift_name("invalidProductIdentifier"))) = 1,
    /// The product is not of the kind that the function is for.
    SKTestErrorInvalidProductType __attribute__((swift_name("invalidProductType"))) = 2,
    /// The URL is not one of a `.storekit` file.
    SKTestErrorInvalidURL __attribute__((swift_name("invalidURL"))) = 3,
    /// There is no such file.
    SKTestErrorFileNotFound __attribute__((swift_name("fileNotFound"))) = 4,
    /// The customer has no such subscription that is still running.
    SKTestErrorNoSubscriptionFound __attribute__((swift_name("noSubscriptionFound"))) = 5,
    /// There is no such transaction.
    SKTestErrorNoTransactionFound __attribute__((swift_name("noTransactionFound"))) = 6,
    /// The transaction or the subscription is not in a state in which this can be done.
    SKTestErrorInvalidAction __attribute__((swift_name("invalidAction"))) = 7,
} SKTestErrorCode;

#endif
