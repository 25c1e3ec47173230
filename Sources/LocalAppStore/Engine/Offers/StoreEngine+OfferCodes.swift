import AppStoreModels
package import Foundation
import OrderedCollections
import StoreConfiguration

extension StoreEngine {
    /// All offer codes in the order they were made.
    package var offerCodes: [OfferCode] { Array(offerState.codes.values) }

    /// Makes codes that can be redeemed once each: 18 letters and digits.
    ///
    /// - Parameters:
    ///   - productID: The subscription that the offer is of.
    ///   - referenceName: The offer's name in the catalogue.
    ///   - count: 1 to 10,000.
    ///   - expires: From when on they are refused; nil for never.
    /// - Throws: `unknownProduct`, `unknownOffer`, `invalidValue`
    @discardableResult
    package mutating func createOneTimeCodes(
        productID: String,
        referenceName: String,
        count: Int = 1,
        expires: Date? = nil
    ) throws(StoreError) -> [OfferCode] {
        guard (1...10_000).contains(count) else {
            throw StoreError(.invalidValue, "\(count) codes: make 1 to 10000 at a time")
        }
        try checkCodeOffer(productID, referenceName, expires)
        let codes = (0..<count).map { _ in
            OfferCode(
                code: identifiers.nextOfferCode(),
                productID: productID,
                referenceName: referenceName,
                redemptionLimit: 1,
                expiresDate: expires?.inMilliseconds,
                redeemedBy: []
            )
        }
        emit(.offerCodesChanged, about: .offerCodes(codes))
        return codes
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
    package mutating func createCustomCode(
        _ code: String,
        productID: String,
        referenceName: String,
        limit: Int? = nil,
        expires: Date? = nil
    ) throws(StoreError) -> OfferCode {
        guard (1...64).contains(code.utf8.count), code.unicodeScalars.allSatisfy(\.isASCIILetterOrDigit) else {
            throw StoreError(.invalidValue, "a code has 1 to 64 letters and digits of ASCII")
        }
        if let limit, limit < 1 { throw StoreError(.invalidValue, "a limit of \(limit) means nothing; 1 or more does") }
        try checkCodeOffer(productID, referenceName, expires)
        let word = code.uppercased()
        guard offerState.codes[word] == nil else {
            throw StoreError(.offerCodeExists, "there is a code \(word) already; choose another word")
        }
        let offerCode = OfferCode(
            code: word,
            productID: productID,
            referenceName: referenceName,
            redemptionLimit: limit,
            expiresDate: expires?.inMilliseconds,
            redeemedBy: []
        )
        emit(.offerCodesChanged, about: .offerCodes([offerCode]))
        return offerCode
    }

    /// Redeems a code in the App Store: the app finds the transaction in its queue.
    ///
    /// - Throws: `unknownAccount`, `unknownOfferCode`, `offerCodeRefused`, `ineligibleForOffer`, `unknownProduct`,
    ///   `paymentNotAllowed`
    @discardableResult
    package mutating func redeemCode(_ code: String, account accountID: String) throws(StoreError) -> StoreTransaction {
        var (offerCode, entry, account) = try redemption(of: code, by: accountID)
        offerCode.redeemedBy.append(accountID)
        emit(.offerCodesChanged, account: accountID, about: .offerCodes([offerCode]))
        let request = PurchaseRequest(
            productID: offerCode.productID,
            accountID: accountID,
            offer: .code(referenceName: offerCode.referenceName)
        )
        return complete(request, entry, account, attempt: nil)
    }

    /// What redeeming a code would give to whom.
    ///
    /// - Throws: What ``redeemCode(_:account:)`` throws.
    func redemption(
        of code: String,
        by accountID: String
    ) throws(StoreError) -> (OfferCode, Catalogue.Entry, StoreAccount) {
        let account = try account(accountID)
        let offerCode = try redeemable(code, by: accountID)
        let entry = try entry(offerCode.productID)
        if settings.withdrawnProductIDs.contains(entry.productID) {
            throw StoreError(.offerCodeRefused, "\(entry.productID) was removed from sale")
        }
        guard account.canMakePayments else {
            throw StoreError(.paymentNotAllowed, "account \"\(account.id)\" may not make payments")
        }
        do throws(OfferRefusal) {
            try checkCodeEligibility(offerCode.referenceName, entry, account)
        } catch {
            throw StoreError(.ineligibleForOffer, error.reason)
        }
        return (offerCode, entry, account)
    }

    private func redeemable(_ code: String, by accountID: String) throws(StoreError) -> OfferCode {
        guard let offerCode = offerState.codes[code.uppercased()] else {
            throw StoreError(.unknownOfferCode, "there is no such offer code; make it first")
        }
        if let expires = offerCode.expiresDate, now >= expires {
            throw StoreError(.offerCodeRefused, "the code expired at \(RFC3339.string(from: expires))")
        }
        if offerCode.isUsedUp { throw StoreError(.offerCodeRefused, "the code was redeemed as often as it can be") }
        let sameOffer = offerState.codes.values.first { other in
            other.productID == offerCode.productID && other.referenceName == offerCode.referenceName
                && other.redeemedBy.contains(accountID)
        }
        if sameOffer != nil {
            throw StoreError(.offerCodeRefused, "account \"\(accountID)\" has redeemed a code of this offer already")
        }
        return offerCode
    }

    private func checkCodeOffer(_ productID: String, _ name: String, _ expires: Date?) throws(StoreError) {
        let offers = try entry(productID).codeOffers
        guard offers.contains(where: { $0.codeName == name }) else {
            let known = offers.compactMap(\.codeName).map { "\"\($0)\"" }.joined(separator: ", ")
            throw StoreError(
                .unknownOffer,
                "\(productID) has no code offer \"\(name)\"; it has \(known.isEmpty ? "none" : known)"
            )
        }
        if let expires, expires <= now { throw StoreError(.invalidValue, "the code would have expired already") }
    }
}

extension Unicode.Scalar {
    fileprivate var isASCIILetterOrDigit: Bool {
        ("0"..."9").contains(self) || ("A"..."Z").contains(self) || ("a"..."z").contains(self)
    }
}
