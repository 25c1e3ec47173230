/// A purchase that was told of before became somebody's: from some customers, or from nobody.
struct PurchaseMove {
    let chain: ChainKey
    /// Who has it no more; empty if nobody had it whom the server knows, and if they keep it.
    let givers: [CustomerID]
    let receiver: CustomerID
}
