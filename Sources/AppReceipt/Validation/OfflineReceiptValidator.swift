/// Another name of ``ReceiptValidator``, for code that has a type of that name already.
///
/// The module and its main type are both called `AppReceipt`, so that `AppReceipt.ReceiptValidator` names nothing.
public typealias OfflineReceiptValidator = ReceiptValidator

/// Another name of ``ReceiptError``, for code that has a type of that name already.
public typealias OfflineReceiptError = ReceiptError
