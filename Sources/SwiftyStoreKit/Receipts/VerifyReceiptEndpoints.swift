public import AppStoreModels

/// Where `verifyReceipt` is asked, for ``AppleReceiptValidator``.
public typealias VerifyReceiptEndpoints = AppStoreModels.VerifyReceiptEndpoints
