public import Foundation

extension LocalAppStore {
    /// All offer codes in the order they were made.
    public var offerCodes: [OfferCode] { engine.offerCodes }

    /// Makes 1 to 10,000 codes that can be redeemed once each.
    ///
    /// - Throws: `unknownProduct`, `unknownOffer`, `invalidValue`
    @discardableResult
    public func createOneTimeCodes(
        productID: String,
        referenceName: String,
        count: Int = 1,
        expires: Date? = nil
    ) throws(StoreError) -> [OfferCode] {
        try perform { engine throws(StoreError) in
            try engine.createOneTimeCodes(
                productID: productID,
                referenceName: referenceName,
                count: count,
                expires: expires
            )
        }
    }

    /// Makes a code with a word of choice, for many customers.
    ///
    /// - Parameters:
    ///   - code: 1 to 64 letters and digits of ASCII; capital and small letters are the same.
    ///   - productID: The subscription that the offer is of.
    ///   - referenceName: The offer's name in the catalogue.
    ///   - limit: How many customers can redeem it, at least 1; nil for all.
    ///   - expires: From when on it is refused; nil for never.
    /// - Throws: `unknownProduct`, `unknownOffer`, `invalidValue`, `offerCodeExists`
    @discardableResult
    public func createCustomCode(
        _ code: String,
        productID: String,
        referenceName: String,
        limit: Int? = nil,
        expires: Date? = nil
    ) throws(StoreError) -> OfferCode {
        try perform { engine throws(StoreError) in
            try engine.createCustomCode(
                code,
                productID: productID,
                referenceName: referenceName,
                limit: limit,
                expires: expires
            )
        }
    }

    /// Redeems a code in the App Store: the app finds the transaction in its queue.
    ///
    /// - Throws: `unknownAccount`, `unknownOfferCode`, `offerCodeRefused`, `ineligibleForOffer`, `unknownProduct`,
    ///   `paymentNotAllowed`
    @discardableResult
    public func redeemCode(_ code: String, account: String) throws(StoreError) -> StoreTransaction {
        try perform { engine throws(StoreError) in try engine.redeemCode(code, account: account) }
    }
}
