public import Foundation

extension Transaction {
    /// Lets the customer ask for a refund, on a sheet of the App Store.
    ///
    /// On Apple platforms it takes a window scene or a view controller, which do not exist here.
    ///
    /// - Throws: ``RefundRequestError``; ``StoreKitError`` if the sheet cannot appear.
    public static func beginRefundRequest(for transactionID: UInt64) async throws -> Transaction.RefundRequestStatus {
        try await LocalDevice.inUse.requestRefund(transactionID)
    }

    /// Lets the customer ask for a refund, on a sheet of the App Store.
    ///
    /// On Apple platforms it takes a window scene or a view controller, which do not exist here.
    ///
    /// - Throws: ``RefundRequestError``; ``StoreKitError`` if the sheet cannot appear.
    public func beginRefundRequest() async throws -> Transaction.RefundRequestStatus {
        try await origin.responsible.requestRefund(id)
    }

    /// Why a refund could not be asked for.
    public enum RefundRequestError: Error, Equatable, Hashable, Sendable, LocalizedError {
        /// It was asked for already.
        case duplicateRequest
        /// The store did not take it.
        case failed

        /// What happened, in a sentence.
        public var errorDescription: String? {
            switch self {
            case .duplicateRequest: "A refund of the purchase was asked for already."
            case .failed: "The refund could not be asked for."
            }
        }
    }

    /// How a request for a refund ended; whether it is granted is seen later.
    public enum RefundRequestStatus: Equatable, Hashable, Sendable {
        /// The store has it.
        case success
        /// The customer closed the sheet.
        case userCancelled
    }
}
