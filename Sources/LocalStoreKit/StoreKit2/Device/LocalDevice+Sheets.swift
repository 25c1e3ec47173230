import Foundation
import LocalAppStore

// The App Store's own sheets, as the customer of this device answers them.
extension LocalDevice {
    /// Shows the sheet for refunds.
    func requestRefund(_ transactionID: UInt64) async throws -> Transaction.RefundRequestStatus {
        let settings = settings
        do {
            return try await working { device in
                try device.checkFailure(of: .refundRequest)
                switch settings.refundSheet(SheetRefund(transactionID: transactionID)) {
                case .cancel: return .userCancelled
                case .fail(let error): throw error
                case .submit(let reason, let details):
                    try device.session.requestRefund(
                        String(transactionID),
                        reason: reason.rawValue,
                        details: details
                    )
                    return .success
                }
            }
        } catch {
            throw Self.refundError(error)
        }
    }

    private static func refundError(_ error: any Error) -> any Error {
        if error is StoreKitError || error is Transaction.RefundRequestError { return error }
        let refusal = (error as? SKError)?.userInfo[NSUnderlyingErrorKey] as? StoreError
        return Transaction.RefundRequestError(refusal)
    }

    /// Shows the sheet for subscriptions; returns when the customer closes it.
    func manageSubscriptions(groupID: String?) async throws {
        let sheet = settings.subscriptionsSheet
        try await asking { device in
            try device.checkFailure(of: .subscriptionsSheet)
            let statuses = try device.statusesNow(groupID: groupID)
            for choice in sheet(SheetSubscriptions(statuses: statuses)) {
                let id = String(choice.originalTransactionID)
                switch choice.change {
                case .cancel: try device.session.changeSubscription(id, autoRenews: false, productID: nil)
                case .resume: try device.session.changeSubscription(id, autoRenews: true, productID: nil)
                case .switchTo(let productID):
                    try device.session.changeSubscription(id, autoRenews: nil, productID: productID)
                }
            }
        }
    }

    /// Shows the sheet for offer codes until one is redeemed or the customer closes it.
    func redeemCode() async throws {
        try await asking { try $0.checkFailure(of: .codeRedemption) }
        var refusal: (any Error)?
        var refused: Set<String> = []
        while settings.showsDialogs(), let code = settings.codeRedemptionSheet(refusal), refused.insert(code).inserted {
            do {
                return try await asking { device in
                    // What it gives comes as the store's news.
                    _ = try device.session.redeem(code)
                }
            } catch StoreKitError.networkError(let error) {
                throw StoreKitError.networkError(error)
            } catch {
                refusal = error
            }
        }
    }
}

extension Transaction.RefundRequestError {
    /// What the sheet says of a refusal of the store.
    fileprivate init(_ refusal: StoreError?) {
        self = refusal?.code == .refundAskedAlready ? .duplicateRequest : .failed
    }
}
