/// How checking a receipt ended; needs ``Capability/receipts``.
public enum ReceiptAnswer: Sendable, Hashable {
    /// It is good.
    case accepted
    /// Who checked it says that it is not.
    case refused
    /// There is none.
    case missing
    /// It could not be fetched or checked.
    case failed
}
