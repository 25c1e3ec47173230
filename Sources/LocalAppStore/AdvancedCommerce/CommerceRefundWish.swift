import AppStoreModels

/// How an item of a transaction is to be paid back.
struct CommerceRefundWish {
    let sku: String
    /// Whether it is taken away, too.
    let revokes: Bool
    let reason: String
    /// `FULL`, `PRORATED` or `CUSTOM`.
    let type: String
    /// In thousandths; with `CUSTOM` only.
    let amount: Int64?

    var isSimulatedDecline: Bool { reason == CommerceRefund.simulatedDecline }

    /// Those of a request, each for another item.
    static func all(_ request: CommerceRequest) throws(StoreError) -> [Self] {
        var wishes: [Self] = []
        for object in try request.requiredList("items") { wishes.append(try Self(object)) }
        try refuseRepeatedSKUs(wishes.map(\.sku))
        return wishes
    }

    private init(_ object: JSONObject) throws(StoreError) {
        sku = try object.requiredCommerceSKU()
        reason = try object.requiredCommerceRefundReason()
        type = try object.requiredCommerceWord(
            "refundType",
            of: ["FULL", "PRORATED", "CUSTOM"],
            missing: .nullRefundType,
            invalid: .invalidRefundType
        )
        // Apple has no number for this one.
        guard case .bool(let revokes)? = object["revoke"] else {
            throw .commerce(.generalBadRequest, "\"revoke\" of \"\(sku)\" is missing, or neither true nor false")
        }
        self.revokes = revokes
        amount = try object.commerceAmount("refundAmount", negative: .negativeRefundAmount, invalid: .invalidAmount)
        if type == "CUSTOM", amount == nil {
            throw .commerce(.nullRefundAmount, "the \"refundAmount\" of \"\(sku)\" is missing")
        }
        if type != "CUSTOM", amount != nil {
            throw .commerce(.refundAmountWithoutCustom, "a \"refundAmount\" goes with the refundType CUSTOM only")
        }
    }
}

extension CommerceRefund {
    /// The reason with which a refusal is simulated in the sandbox.
    static let simulatedDecline = "SIMULATE_REFUND_DECLINE"

    static let reasons = [
        "UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER",
        "MODIFY_ITEMS_REFUND", simulatedDecline,
    ]
}

extension JSONObject {
    func requiredCommerceRefundReason() throws(StoreError) -> String {
        try requiredCommerceWord(
            "refundReason",
            of: CommerceRefund.reasons,
            missing: .nullRefundReason,
            invalid: .invalidRefundReason
        )
    }
}

extension CommerceRequest {
    /// Whether the App Store may weigh the risk; it must be said, and changes nothing here, where refunds are granted.
    func requireRefundRisking() throws(StoreError) {
        guard case .bool? = json["refundRiskingPreference"] else {
            throw .commerce(
                .nullRefundRisking,
                "\"refundRiskingPreference\" is missing, or neither true nor false"
            )
        }
    }
}
