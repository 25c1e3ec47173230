/// A purchase that went from some customers to another one.
struct PurchaseMove {
    let chain: ChainKey
    let givers: [CustomerID]
    let receiver: CustomerID
}
