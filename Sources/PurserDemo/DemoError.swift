/// Why the demonstration cannot go on.
package enum DemoError: Error, CustomStringConvertible {
    /// The catalogue has nothing that the demonstration could buy.
    case nothingForSale
    /// A purchase waits for somebody's approval, because the catalogue says that all do.
    case waitsForApproval(String)
    /// The purchase server did not take what was bought.
    case notDelivered
    /// The receipt on the device is not valid.
    case receiptInvalid([String])
    /// There is no address for this port.
    case noAddress(Int)

    package var description: String {
        switch self {
        case .nothingForSale:
            "The catalogue has no product to buy. Add one in Xcode, or leave out --catalogue."
        case .waitsForApproval(let product):
            "The purchase of \(product) waits for approval: the catalogue turns Ask to Buy on. Turn it off for the demo."
        case .notDelivered:
            "The purchase server did not take what was bought within two minutes; its log says why."
        case .receiptInvalid(let reasons):
            "The receipt on the device is not valid: \(reasons.joined(separator: "; "))"
        case .noAddress(let port):
            "There is no address with port \(port)."
        }
    }
}
