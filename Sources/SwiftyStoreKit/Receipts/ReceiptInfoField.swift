/// The names of a receipt's fields.
public enum ReceiptInfoField: String, Sendable {
    /// The app's bundle identifier.
    case bundle_id
    /// The app's version.
    case application_version
    /// The version that was first bought.
    case original_application_version
    /// When the receipt was made.
    case creation_date
    /// When the receipt expires.
    case expiration_date
    /// The purchases.
    case in_app

    /// The names of a purchase's fields.
    public enum InApp: String, Sendable {
        /// How many.
        case quantity
        /// The product.
        case product_id
        /// The transaction.
        case transaction_id
        /// The first transaction of the chain.
        case original_transaction_id
        /// When it was bought.
        case purchase_date
        /// When the chain began.
        case original_purchase_date
        /// When the paid period ends.
        case expires_date
        /// When it was refunded.
        case cancellation_date
        #if os(iOS) || os(tvOS)
            /// The app's number in the App Store.
            case app_item_id
        #endif
        /// The number of the app's version.
        case version_external_identifier
        /// The subscription period.
        case web_order_line_item_id
    }
}

#if os(macOS)
    /// The exit code with which a Mac app asks for a receipt.
    public enum ReceiptExitCode: Int32, Sendable {
        /// There is no valid receipt.
        case notValid = 173
    }
#endif
