/// A decoded receipt in the form of the answer of `verifyReceipt`.
///
/// - Warning: It does not show who checked it. What takes one believes whoever made it, so give it what a
///   ``ReceiptValidator`` answered, and nothing that came another way.
public typealias ReceiptInfo = [String: AnyObject]
