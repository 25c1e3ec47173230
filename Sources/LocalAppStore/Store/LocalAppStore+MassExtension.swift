extension LocalAppStore {
    /// The extensions of many subscriptions that were asked for, in order.
    public var massExtensions: [MassExtension] { look { $0.allMassExtensions } }

    /// An extension of many subscriptions; nil if none was asked for by this name.
    public func massExtension(productID: String, requestIdentifier: String) -> MassExtension? {
        look { $0.massExtension(productID: productID, requestIdentifier: requestIdentifier) }
    }

    /// Extends the subscriptions of all active subscribers of a product: RENEWAL_EXTENDED for each, RENEWAL_EXTENSION with
    /// FAILURE for each that may not be extended, and with SUMMARY at the end.
    ///
    /// - Returns: The extension with its counts.
    /// - Throws: `unknownProduct`, `unknownStorefront`, `invalidValue`
    @discardableResult
    public func extendAll(_ wanted: MassExtension) throws(StoreError) -> MassExtension {
        try perform { engine throws(StoreError) in try engine.extendAll(wanted) }
    }
}
