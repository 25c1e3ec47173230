/// A decoded receipt in the form of the answer of `verifyReceipt`.
public typealias ReceiptInfo = [String: AnyObject]
