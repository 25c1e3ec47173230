/// What the App Store Server API refused, as a number whose first three digits are the HTTP status.
///
/// All 87 codes of version 1.21, the Retention Messaging API among them, have a name; those of Advanced Commerce stand in
/// an extension. Codes that Apple adds later are kept as numbers.
public struct ServerAPIErrorCode: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The member `errorCode` on the wire.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The HTTP status that belongs to the code.
    public var httpStatus: Int { rawValue / 10_000 }

    public var description: String { String(rawValue) }
}

extension ServerAPIErrorCode {
    /// An invalid request.
    public static let generalBadRequest = Self(rawValue: 4_000_000)
    /// An invalid app identifier.
    public static let invalidAppIdentifier = Self(rawValue: 4_000_002)
    /// An invalid request revision.
    public static let invalidRequestRevision = Self(rawValue: 4_000_005)
    /// An invalid transaction identifier.
    public static let invalidTransactionID = Self(rawValue: 4_000_006)
    /// An invalid original transaction identifier.
    public static let invalidOriginalTransactionID = Self(rawValue: 4_000_008)
    /// An invalid extend-by-days value.
    public static let invalidExtendByDays = Self(rawValue: 4_000_009)
    /// An invalid reason code.
    public static let invalidExtendReasonCode = Self(rawValue: 4_000_010)
    /// An invalid request identifier.
    public static let invalidRequestIdentifier = Self(rawValue: 4_000_011)
    /// The start date is earlier than the earliest allowed date.
    public static let startDateTooFarInPast = Self(rawValue: 4_000_012)
    /// The end date precedes the start date, or the two dates are equal.
    public static let startDateAfterEndDate = Self(rawValue: 4_000_013)
    /// The pagination token is invalid.
    public static let invalidPaginationToken = Self(rawValue: 4_000_014)
    /// The start date is invalid.
    public static let invalidStartDate = Self(rawValue: 4_000_015)
    /// The end date is invalid.
    public static let invalidEndDate = Self(rawValue: 4_000_016)
    /// The pagination token expired.
    public static let paginationTokenExpired = Self(rawValue: 4_000_017)
    /// The notification type or subtype is invalid.
    public static let invalidNotificationType = Self(rawValue: 4_000_018)
    /// The request is invalid because it has too many constraints applied.
    public static let multipleFiltersSupplied = Self(rawValue: 4_000_019)
    /// The test notification token is invalid.
    public static let invalidTestNotificationToken = Self(rawValue: 4_000_020)
    /// An invalid sort parameter.
    public static let invalidSort = Self(rawValue: 4_000_021)
    /// An invalid product type parameter.
    public static let invalidProductType = Self(rawValue: 4_000_022)
    /// The product ID parameter is invalid.
    public static let invalidProductID = Self(rawValue: 4_000_023)
    /// An invalid subscription group identifier.
    public static let invalidSubscriptionGroupIdentifier = Self(rawValue: 4_000_024)
    /// The query parameter exclude-revoked is invalid.
    public static let invalidExcludeRevoked = Self(rawValue: 4_000_025)
    /// An invalid in-app ownership type parameter.
    public static let invalidInAppOwnershipType = Self(rawValue: 4_000_026)
    /// A required storefront country code is empty.
    public static let invalidEmptyStorefrontCountryCodeList = Self(rawValue: 4_000_027)
    /// A storefront code is invalid.
    public static let invalidStorefrontCountryCode = Self(rawValue: 4_000_028)
    /// The revoked parameter contains an invalid value.
    public static let invalidRevoked = Self(rawValue: 4_000_030)
    /// The status parameter is invalid.
    public static let invalidStatus = Self(rawValue: 4_000_031)
    /// The value of the account tenure field is invalid.
    public static let invalidAccountTenure = Self(rawValue: 4_000_032)
    /// The value of the app account token field is invalid.
    public static let invalidAppAccountToken = Self(rawValue: 4_000_033)
    /// The value of the consumption status field is invalid.
    public static let invalidConsumptionStatus = Self(rawValue: 4_000_034)
    /// The customer consented field is invalid or doesn't indicate that the customer consented.
    public static let invalidCustomerConsented = Self(rawValue: 4_000_035)
    /// The value in the delivery status field is invalid.
    public static let invalidDeliveryStatus = Self(rawValue: 4_000_036)
    /// The value in the lifetime dollars purchased field is invalid.
    public static let invalidLifetimeDollarsPurchased = Self(rawValue: 4_000_037)
    /// The value in the lifetime dollars refunded field is invalid.
    public static let invalidLifetimeDollarsRefunded = Self(rawValue: 4_000_038)
    /// The value in the platform field is invalid.
    public static let invalidPlatform = Self(rawValue: 4_000_039)
    /// The value in the playtime field is invalid.
    public static let invalidPlayTime = Self(rawValue: 4_000_040)
    /// The value in the sample content provided field is invalid.
    public static let invalidSampleContentProvided = Self(rawValue: 4_000_041)
    /// The value in the user status field is invalid.
    public static let invalidUserStatus = Self(rawValue: 4_000_042)
    /// The transaction identifier doesn't represent a consumable in-app purchase.
    public static let invalidTransactionNotConsumable = Self(rawValue: 4_000_043)
    /// The transaction identifier represents an unsupported in-app purchase type.
    public static let invalidTransactionTypeNotSupported = Self(rawValue: 4_000_047)
    /// The endpoint doesn't support an app transaction ID.
    public static let appTransactionIDNotSupported = Self(rawValue: 4_000_048)
    /// The image that's uploading is invalid.
    public static let invalidImage = Self(rawValue: 4_000_161)
    /// The header text is too long.
    public static let headerTooLong = Self(rawValue: 4_000_162)
    /// The body text is too long.
    public static let bodyTooLong = Self(rawValue: 4_000_163)
    /// The locale is invalid.
    public static let invalidLocale = Self(rawValue: 4_000_164)
    /// The alternative text for an image is too long.
    public static let altTextTooLong = Self(rawValue: 4_000_175)
    /// The app account token value is not a valid UUID.
    public static let invalidAppAccountTokenUUID = Self(rawValue: 4_000_183)
    /// The transaction is for a product the customer obtains through Family Sharing.
    public static let familyTransactionNotSupported = Self(rawValue: 4_000_185)
    /// The endpoint expects an original transaction identifier.
    public static let transactionIDIsNotOriginalTransactionID = Self(rawValue: 4_000_187)
    /// The performance test request is invalid.
    public static let invalidPerformanceTestRequest = Self(rawValue: 4_000_211)
    /// The request ID is invalid.
    public static let invalidRequestID = Self(rawValue: 4_000_212)
    /// An error with an existing test.
    public static let existingPerformanceTestRun = Self(rawValue: 4_000_213)
    /// The URL is invalid.
    public static let badRequestRealtimeURL = Self(rawValue: 4_000_215)
    /// The image size provided is invalid.
    public static let badRequestImageSize = Self(rawValue: 4_000_216)
    /// There are too many bullet points.
    public static let badRequestTooManyBulletPoints = Self(rawValue: 4_000_218)
    /// The text for a bullet point is too long.
    public static let badRequestBulletPointTextTooLong = Self(rawValue: 4_000_219)
    /// No image object is included, but the request indicates that the header should be placed above the image.
    public static let badRequestAboveImageRequiresAnImage = Self(rawValue: 4_000_224)
    /// The subscription doesn't qualify for a renewal-date extension due to its subscription state.
    public static let subscriptionExtensionIneligible = Self(rawValue: 4_030_004)
    /// The subscription doesn't qualify for a renewal-date extension because it has already received the maximum
    /// extensions.
    public static let subscriptionMaxExtension = Self(rawValue: 4_030_005)
    /// A subscription isn't directly eligible for a renewal date extension because the user obtained it through Family
    /// Sharing.
    public static let familySharedSubscriptionExtensionIneligible = Self(rawValue: 4_030_007)
    /// When you reach the maximum number of uploaded images.
    public static let maximumNumberOfImagesReached = Self(rawValue: 4_030_014)
    /// When you reach the maximum number of uploaded messages.
    public static let maximumNumberOfMessagesReached = Self(rawValue: 4_030_016)
    /// The message isn't in the approved state, so you can't configure it as a default message.
    public static let messageNotApproved = Self(rawValue: 4_030_017)
    /// The image isn't in the approved state, so you can't configure it as part of a default message.
    public static let imageNotApproved = Self(rawValue: 4_030_018)
    /// The image is currently in use as part of a message, so you can't delete it.
    public static let imageInUse = Self(rawValue: 4_030_019)
    /// Passing a performance test is required before you can set a URL for the production environment.
    public static let forbiddenNoPassingTest = Self(rawValue: 4_030_026)
    /// The App Store account wasn't found.
    public static let accountNotFound = Self(rawValue: 4_040_001)
    /// The App Store account wasn't found, but you can try again.
    public static let accountNotFoundRetryable = Self(rawValue: 4_040_002)
    /// The app wasn't found.
    public static let appNotFound = Self(rawValue: 4_040_003)
    /// The app wasn't found, but you can try again.
    public static let appNotFoundRetryable = Self(rawValue: 4_040_004)
    /// An original transaction identifier wasn't found.
    public static let originalTransactionIDNotFound = Self(rawValue: 4_040_005)
    /// The original transaction identifier wasn't found, but you can try again.
    public static let originalTransactionIDNotFoundRetryable = Self(rawValue: 4_040_006)
    /// The App Store server couldn't find a notifications URL for your app in this environment.
    public static let serverNotificationURLNotFound = Self(rawValue: 4_040_007)
    /// The test notification token is expired or the test notification status isn't available.
    public static let testNotificationNotFound = Self(rawValue: 4_040_008)
    /// The server didn't find a subscription-renewal-date extension request for the request identifier and product
    /// identifier you provided.
    public static let statusRequestNotFound = Self(rawValue: 4_040_009)
    /// A transaction identifier wasn't found.
    public static let transactionIDNotFound = Self(rawValue: 4_040_010)
    /// The system can't find the image identifier.
    public static let imageNotFound = Self(rawValue: 4_040_014)
    /// The system can't find the message identifier.
    public static let messageNotFound = Self(rawValue: 4_040_015)
    /// The service can't find the specified test run.
    public static let performanceTestRunNotFound = Self(rawValue: 4_040_018)
    /// An app transaction doesn't exist for the specified customer.
    public static let appTransactionDoesNotExist = Self(rawValue: 4_040_019)
    /// A default message isn't configured.
    public static let defaultMessageNotFound = Self(rawValue: 4_040_020)
    /// The URL for your endpoint isn't configured.
    public static let realtimeURLNotFound = Self(rawValue: 4_040_021)
    /// The image identifier already exists.
    public static let imageAlreadyExists = Self(rawValue: 4_090_000)
    /// The message identifier already exists.
    public static let messageAlreadyExists = Self(rawValue: 4_090_001)
    /// The request exceeded the rate limit.
    public static let rateLimitExceeded = Self(rawValue: 4_290_000)
    /// A general internal error.
    public static let generalInternal = Self(rawValue: 5_000_000)
    /// An unknown error occurred, but you can try again.
    public static let generalInternalRetryable = Self(rawValue: 5_000_001)
}
