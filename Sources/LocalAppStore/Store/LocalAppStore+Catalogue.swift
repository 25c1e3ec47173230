extension LocalAppStore {
    /// Everything for sale, in the configuration's order, as an account sees it.
    ///
    /// - Parameters:
    ///   - account: Whose storefront decides the currency; nil for the settings' storefront.
    ///   - locale: The language of titles, for example `en_GB`; nil for the settings' one. A missing language falls back
    ///     to the same language elsewhere, then to the configuration's own, then to the first one there is.
    /// - Throws: `unknownAccount`
    public func catalogue(account: String? = nil, locale: String? = nil) throws(StoreError) -> [CatalogueItem] {
        try look { engine throws(StoreError) in
            let country = try engine.country(ofAccount: account)
            return engine.catalogue.all.map { engine.item($0, country: country, locale: locale) }
        }
    }

    /// The products with these identifiers, as an account sees them; identifiers the catalogue does not have are left out.
    ///
    /// - Throws: `unknownAccount`
    public func products(
        _ productIDs: some Sequence<String>,
        account: String? = nil,
        locale: String? = nil
    ) throws(StoreError) -> [CatalogueItem] {
        let wanted = Set(productIDs)
        return try look { engine throws(StoreError) in
            let country = try engine.country(ofAccount: account)
            return engine.catalogue.all.filter { wanted.contains($0.productID) }
                .map { engine.item($0, country: country, locale: locale) }
        }
    }
}

extension StoreEngine {
    fileprivate func country(ofAccount id: String?) throws(StoreError) -> StoreCountry {
        guard let id else { return StoreCountry(code: settings.storefront) ?? .unitedStates }
        return country(of: try account(id))
    }
}
