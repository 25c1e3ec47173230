#if os(iOS) || os(visionOS)
    public import StoreKit
    public import UIKit
#elseif canImport(StoreKit) && canImport(Darwin)
    // The other systems have no such sheets, so nothing public names it there.
    import StoreKit
#else
    public import LocalStoreKit
#endif

extension StoreClient {
    /// Shows a sheet of the App Store, and looks as soon as it closes at everything that it may have brought: what is unfinished
    /// is delivered, what was taken away is told, and who follows what is owned asks again. So an app needs no button to
    /// refresh after a code, a refund or another plan.
    ///
    /// On an iPhone: `try await client.showing { try await AppStore.showManageSubscriptions(in: scene) }`.
    ///
    /// - Parameter sheet: Shows the sheet, and returns when the customer closes it.
    /// - Throws: What `sheet` throws; it was looked all the same, for the customer may have done something before.
    public func showing<Answer: Sendable>(
        _ sheet: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        let answer = await answer(of: sheet)
        await backend.lookAgain()
        sheetFeed.send(.sheet)
        return try answer.get()
    }

    private func answer<Answer: Sendable>(
        of sheet: @escaping @Sendable () async throws -> Answer
    ) async -> Result<Answer, any Error> {
        let answer: Result<Answer, any Error>? = await onStoreKit2 {
            do {
                return .success(try await sheet())
            } catch {
                return .failure(error)
            }
        }
        return answer ?? .failure(SKError(.unknown, userInfo: StoreKit2Backend.nobodyToAsk))
    }

    /// Asks something where StoreKit 2 answers for this client; nil if there is nobody to ask.
    package func onStoreKit2<Answer: Sendable>(_ ask: @escaping @Sendable () async -> Answer) async -> Answer? {
        await context?.answer(ask)
    }
}

#if os(iOS) || os(visionOS)
    extension StoreClient {
        /// Shows the sheet on which the customer asks for a refund, see ``showing(_:)``.
        ///
        /// - Parameter transactionID: The purchase, such as the `transactionIdentifier` of what was delivered.
        /// - Returns: Whether the customer asked; whether it is granted is told later.
        /// - Throws: `Transaction.RefundRequestError`; `StoreKitError` if the sheet cannot appear
        @MainActor
        public func requestRefund(
            of transactionID: UInt64,
            in scene: UIWindowScene
        ) async throws -> Transaction.RefundRequestStatus {
            try await showing { try await Transaction.beginRefundRequest(for: transactionID, in: scene) }
        }

        /// Shows the sheet on which the customer changes subscriptions, see ``showing(_:)``.
        ///
        /// - Throws: `StoreKitError` if the sheet cannot appear
        @MainActor
        public func manageSubscriptions(in scene: UIWindowScene) async throws {
            try await showing { try await AppStore.showManageSubscriptions(in: scene) }
        }

        /// Shows the sheet on which the customer redeems an offer code, see ``showing(_:)``.
        ///
        /// - Throws: `StoreKitError` if the sheet cannot appear
        @available(iOS 16, *)
        @MainActor
        public func redeemCode(in scene: UIWindowScene) async throws {
            try await showing { try await AppStore.presentOfferCodeRedeemSheet(in: scene) }
        }
    }
#elseif !(canImport(StoreKit) && canImport(Darwin))
    extension StoreClient {
        /// Shows the sheet on which the customer asks for a refund, see ``showing(_:)``.
        ///
        /// - Parameter transactionID: The purchase, such as the `transactionIdentifier` of what was delivered.
        /// - Returns: Whether the customer asked; whether it is granted is told later.
        /// - Throws: `Transaction.RefundRequestError`; `StoreKitError` if the sheet cannot appear
        public func requestRefund(of transactionID: UInt64) async throws -> Transaction.RefundRequestStatus {
            try await showing { try await Transaction.beginRefundRequest(for: transactionID) }
        }

        /// Shows the sheet on which the customer changes subscriptions, see ``showing(_:)``.
        ///
        /// - Parameter groupID: The group whose subscriptions it shows; nil for all.
        /// - Throws: `StoreKitError` if the sheet cannot appear
        public func manageSubscriptions(groupID: String? = nil) async throws {
            try await showing {
                guard let groupID else { return try await AppStore.showManageSubscriptions() }
                try await AppStore.showManageSubscriptions(subscriptionGroupID: groupID)
            }
        }

        /// Shows the sheet on which the customer redeems an offer code, see ``showing(_:)``.
        ///
        /// - Throws: `StoreKitError` if the sheet cannot appear
        public func redeemCode() async throws {
            try await showing { try await AppStore.presentOfferCodeRedeemSheet() }
        }
    }
#endif
