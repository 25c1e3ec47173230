import AppStoreModels
import HTTPServing
import HTTPTypes
import LocalAppStore

/// Apple's Advanced Commerce interface, and the command that plays its customer.
extension OpenAPIOperation {
    static let advancedCommerce: [Self] = ["", "/production", "/sandbox"].flatMap { place in
        CommerceCall.allCases.map { call in
            Self(.serverAPI, .post, "\(place)/advancedCommerce/v1/\(call.path)/{id}", summary(of: call))
                .taking(body(of: call))
                .answering(.object(["signedTransactionInfo": .text], ["signedRenewalInfo": .text]))
        }
    }

    static let advancedCommerceCustomer: [Self] = [
        Self(
            .control,
            .post,
            "/control/advanced-commerce",
            "A customer confirms what an app asks of Advanced Commerce."
        )
        .taking(.body(["productId": .text, "account": .text], ["jws": .text, "request": .something]))
        .answering(201, .named("Transaction"))
    ]

    private static func body(of call: CommerceCall) -> JSONSchema {
        let effective = JSONSchema.choice("IMMEDIATELY", "NEXT_BILL_CYCLE")
        let reasons = JSONSchema.choice(
            "UNINTENDED_PURCHASE",
            "FULFILLMENT_ISSUE",
            "UNSATISFIED_WITH_PURCHASE",
            "LEGAL",
            "OTHER",
            "MODIFY_ITEMS_REFUND",
            "SIMULATE_REFUND_DECLINE"
        )
        let amount = JSONSchema(["type": "integer", "minimum": 0])
        let item = JSONSchema.object(["SKU": .text, "displayName": .text, "description": .text])
        let texts: KeyValuePairs<String, JSONSchema> = ["displayName": .text, "description": .text]
        return switch call {
        case .cancel: .object(["requestInfo": requestInfo], ["storefront": .text])
        case .changeMetadata:
            .object(
                ["requestInfo": requestInfo],
                [
                    "descriptors": .object(["effective": effective], texts), "storefront": .text, "taxCode": .text,
                    "items": .list(
                        of: .object(
                            ["currentSKU": .text, "effective": effective],
                            ["SKU": .text, "displayName": .text, "description": .text]
                        )
                    ),
                ]
            )
        case .changePrice:
            .object(
                [
                    "requestInfo": requestInfo,
                    "items": .list(
                        of: .object(["SKU": .text, "price": amount], ["dependentSKUs": .list(of: .text)])
                    ),
                ],
                ["currency": .text, "storefront": .text]
            )
        case .migrate:
            .object(
                [
                    "requestInfo": requestInfo, "descriptors": .object(texts), "items": .list(of: item),
                    "targetProductId": .text, "taxCode": .text,
                ],
                ["renewalItems": .list(of: item), "storefront": .text]
            )
        case .revoke:
            .object(
                [
                    "requestInfo": requestInfo, "refundRiskingPreference": .flag, "refundReason": reasons,
                    "refundType": .choice("FULL", "PRORATED"),
                ],
                ["storefront": .text]
            )
        case .requestRefund:
            .object(
                [
                    "requestInfo": requestInfo, "refundRiskingPreference": .flag,
                    "items": .list(
                        of: .object(
                            [
                                "SKU": .text, "revoke": .flag, "refundReason": reasons,
                                "refundType": .choice("FULL", "PRORATED", "CUSTOM"),
                            ],
                            ["refundAmount": amount]
                        )
                    ),
                ],
                ["currency": .text, "storefront": .text]
            )
        }
    }

    private static let requestInfo = JSONSchema.object(
        ["requestReferenceId": .uuid],
        ["appAccountToken": .uuid, "consistencyToken": .text]
    )

    private static func summary(of call: CommerceCall) -> String {
        switch call {
        case .cancel: "Lets a subscription of Advanced Commerce end with its period."
        case .changeMetadata: "Changes what the customer reads of a subscription."
        case .changePrice: "Changes prices from the next period on."
        case .migrate: "Moves a subscription to Advanced Commerce."
        case .revoke: "Takes a subscription away and pays it back."
        case .requestRefund: "Pays items of a transaction back."
        }
    }
}
