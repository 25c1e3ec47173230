import AppStoreModels
import Foundation

/// A field in which the replacement may differ from the original, how far, and why.
struct PermittedDifference: Sendable {
    /// The list in whose elements the field is; nil if it is in none.
    let list: String?
    let field: String
    /// Why nobody but Apple's server can answer it, or why the replacement answers more.
    let reason: String
    /// Whether two values differ in the permitted way.
    let isAsExpected: @Sendable (_ original: JSONValue?, _ replacement: JSONValue?) -> Bool

    func covers(_ difference: FieldDifference) -> Bool {
        let isThere =
            list.map { difference.path.hasPrefix($0 + "[") && difference.path.hasSuffix("]." + field) }
            ?? (difference.path == field)
        return isThere && isAsExpected(difference.original, difference.replacement)
    }
}

extension PermittedDifference {
    /// Against a server of today.
    ///
    /// - Parameter receipt: What was sent, in base64.
    static func today(sent receipt: String) -> [PermittedDifference] {
        [
            PermittedDifference(
                list: nil,
                field: "latest_receipt",
                reason: "only the App Store signs a newer receipt; the one that was sent leads to the same state",
                isAsExpected: { original, replacement in original != nil && replacement == .string(receipt) }
            ),
            PermittedDifference(
                list: "pending_renewal_info",
                field: "price_consent_status",
                reason: "what is signed does not tell who agreed from who was never asked",
                isAsExpected: { original, replacement in original == nil && replacement == "1" }
            ),
        ]
            + ["promotional_offer_id", "offer_code_ref_name"].map { field in
                PermittedDifference(
                    list: "pending_renewal_info",
                    field: field,
                    reason: "signed renewal information names an offer only while a renewal is due",
                    isAsExpected: { original, replacement in original != nil && replacement == nil }
                )
            }
    }

    /// Against recordings of 2016 to 2018.
    static func recorded(sent receipt: String) -> [PermittedDifference] {
        let added = [
            ("latest_receipt_info", "is_in_intro_offer_period"), ("latest_receipt_info", "in_app_ownership_type"),
            ("latest_receipt_info", "subscription_group_identifier"),
            ("pending_renewal_info", "original_transaction_id"),
        ]
        return today(sent: receipt)
            + added.map { list, field in
                PermittedDifference(
                    list: list,
                    field: field,
                    reason: "Apple's server answers it since later than the recording",
                    isAsExpected: { original, replacement in original == nil && replacement?.string != nil }
                )
            }
    }
}
