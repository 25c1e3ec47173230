package import AppStoreModels
package import Foundation
import OrderedCollections

/// What came of asking the developer's server.
package enum RealtimeReply: Sendable {
    /// Nobody was asked.
    case notAsked
    /// The JSON object that was answered.
    case answer(JSONObject, UUID)
    /// No usable answer came.
    case failure(RetentionFailure, UUID)
}

extension StoreEngine {
    /// The sheets that customers look at, in the order in which they were shown.
    package var retentionSheets: [RetentionSheet] { Array(messagingState.sheets.values) }

    /// A subscription that its customer could cancel now.
    ///
    /// - Throws: `unknownSubscription`, `familyShared`; `invalidState` if it has ended or does not renew anyway
    package func cancellable(_ originalTransactionID: String) throws(StoreError) -> StoreSubscription {
        let chain = try liveSubscription(originalTransactionID)
        guard chain.autoRenews else {
            throw StoreError(
                .invalidState,
                "subscription \(originalTransactionID) does not renew; it is cancelled already"
            )
        }
        return chain
    }

    /// Shows a customer, who is about to cancel, what the developer's server chose; else the default message; else none.
    ///
    /// - Throws: What ``cancellable(_:)`` throws; `invalidValue` for what is no locale.
    package mutating func beginCancellation(
        of originalTransactionID: String,
        locale: String,
        _ reply: RealtimeReply
    ) throws(StoreError) -> RetentionSheet {
        let chain = try cancellable(originalTransactionID)
        guard let tag = LanguageTag(locale) else {
            throw StoreError(.invalidValue, "\"\(locale.prefix(64))\" is no locale; one is written as en-US")
        }
        var (failure, request): (RetentionFailure?, UUID?) = (nil, nil)
        var answer: RetentionAnswer?
        switch reply {
        case .notAsked: break
        case .failure(let seen, let id): (failure, request) = (seen, id)
        case .answer(let json, let id):
            request = id
            do throws(RetentionFailure) {
                answer = try retentionAnswer(json, for: chain)
            } catch {
                failure = error
            }
        }
        let fallback = answer == nil ? shownDefault(productID: chain.productID, locale: tag.text) : nil
        let sheet = RetentionSheet(
            originalTransactionID: originalTransactionID,
            locale: tag.text,
            date: now,
            requestIdentifier: request,
            source: answer != nil ? .realtime : fallback != nil ? .defaultMessage : .none,
            messageID: answer?.message.id ?? fallback?.id,
            offer: answer?.offer,
            failure: failure
        )
        emit(.cancellationBegun, account: chain.accountID, about: .messaging(MessagingChange(sheet: sheet)))
        return sheet
    }

    /// Decides for a customer who looks at a sheet.
    ///
    /// - Throws: `unknownCancellation`; `invalidState` if there is nothing to accept, or the subscription has ended; what
    ///   taking the offer throws
    package mutating func endCancellation(
        of originalTransactionID: String,
        _ choice: RetentionChoice
    ) throws(StoreError) {
        guard let sheet = messagingState.sheets[originalTransactionID] else {
            throw StoreError(.unknownCancellation, "nobody is about to cancel \(originalTransactionID.prefix(64))")
        }
        switch choice {
        case .stay: break
        case .cancel: try setAutoRenew(false, originalTransactionID: originalTransactionID)
        case .accept: try accept(sheet)
        }
        emit(
            .cancellationEnded,
            account: chains[originalTransactionID]?.accountID,
            about: .messaging(MessagingChange(closedSheet: originalTransactionID))
        )
    }

    private mutating func accept(_ sheet: RetentionSheet) throws(StoreError) {
        if let productID = sheet.offer?.alternateProductID {
            try setRenewalProduct(productID, originalTransactionID: sheet.originalTransactionID)
        } else if let request = sheet.offer?.promotion {
            // It may fail, or wait for a parent; then there is an attempt that says so, as after any other purchase.
            _ = try purchase(request, by: .customer)
        } else {
            throw StoreError(.invalidState, "the sheet shows nothing that could be accepted: cancel or stay")
        }
    }
}
