/// What the members of one kind of object look like in the files of Xcode's, version by version.
struct ObjectSchema: Sendable {
    let members: [String: Member]

    /// What a member looks like.
    struct Member: Sendable {
        let form: Form
        let need: Need
        var isNullable = false
    }

    /// The JSON type of a member.
    indirect enum Form: Sendable {
        case text, integer, number, boolean, anything
        case object(Kind)
        case array(Kind)
        case texts

        var isText: Bool {
            switch self {
            case .text, .texts: true
            case .integer, .number, .boolean, .anything, .object, .array: false
            }
        }
    }

    /// Whether a member must be there.
    enum Need: Sendable {
        /// Without it the entry means nothing.
        case always
        /// Xcode always writes it since this version.
        case since(Int64, Int64)
        case never
    }

    /// The kinds of objects.
    enum Kind: Sendable {
        case configuration, version, product, group, subscription, localization, policies, policy, keyPair, billingPlan
        case introductoryOffer, promotionalOffer, codeOffer, winBackOffer, settings, failure, failureError, unknown
    }

    static func of(_ kind: Kind) -> ObjectSchema? { table[kind] }

    private static let table: [Kind: ObjectSchema] = [
        .configuration: ObjectSchema(members: configuration),
        .version: ObjectSchema(members: ["major": first(.integer), "minor": first(.integer)]),
        .product: ObjectSchema(members: product.merging(productOnly) { $1 }),
        .group: ObjectSchema(members: [
            "id": Member(form: .text, need: .always), "name": first(.text),
            "localizations": first(.array(.localization)),
            "subscriptions": first(.array(.subscription)),
        ]),
        .subscription: ObjectSchema(members: product.merging(subscription) { $1 }),
        .localization: ObjectSchema(members: [
            "locale": first(.text), "displayName": first(.text), "description": first(.text),
        ]),
        .policies: ObjectSchema(members: ["eula": first(.text), "policies": first(.array(.policy))]),
        .policy: ObjectSchema(members: [
            "locale": first(.text), "policyText": first(.text), "policyURL": first(.text),
        ]),
        .keyPair: ObjectSchema(members: ["id": first(.text), "privateKey": first(.text)]),
        .billingPlan: ObjectSchema(members: [
            "billingPlanType": first(.text), "displayPrice": first(.text), "commitmentDisplayPrice": first(.text),
            "internalID": first(.text), "isEnabled": first(.boolean),
        ]),
        .introductoryOffer: ObjectSchema(members: offer),
        .promotionalOffer: ObjectSchema(members: offer.merging(named) { $1 }),
        .codeOffer: ObjectSchema(
            members: offer.merging(
                ["referenceName": first(.text), "eligibility": first(.texts), "isStackable": first(.boolean)]
            ) { $1 }
        ),
        .winBackOffer: ObjectSchema(
            members: offer.merging(named) { $1 }.merging(["isEligible": first(.boolean)]) { $1 }
        ),
        .settings: ObjectSchema(members: settings),
        .failure: ObjectSchema(members: [
            "name": first(.text), "enabled": first(.boolean),
            "current": Member(form: .object(.failureError), need: .never, isNullable: true),
        ]),
        .failureError: ObjectSchema(members: ["type": first(.text), "index": first(.integer)]),
    ]

    /// The names of all members that are texts. In no kind of object is one of them a number.
    static let textMembers = Set(table.values.flatMap(\.members).filter(\.value.form.isText).map(\.key))

    private static func first(_ form: Form) -> Member { Member(form: form, need: .since(1, 0)) }
    private static func optional(_ form: Form) -> Member { Member(form: form, need: .never) }

    private static let configuration: [String: Member] = [
        "version": first(.object(.version)), "products": first(.array(.product)),
        "subscriptionGroups": first(.array(.group)), "settings": first(.object(.settings)),
        "identifier": Member(form: .text, need: .since(1, 1)),
        "nonRenewingSubscriptions": Member(form: .array(.product), need: .since(1, 1)),
        "subscriptionOffersKeyPair": optional(.object(.keyPair)),
        "appPolicies": Member(form: .object(.policies), need: .since(4, 0)),
        "subscriptionBundleGroups": Member(form: .array(.unknown), need: .since(6, 3)),
        "subscriptionSuiteGroups": Member(form: .array(.unknown), need: .since(6, 3)),
    ]

    private static let product: [String: Member] = [
        "productID": Member(form: .text, need: .always), "type": Member(form: .text, need: .always),
        "referenceName": Member(form: .text, need: .since(1, 0), isNullable: true), "displayPrice": first(.text),
        "familyShareable": first(.boolean), "internalID": first(.text), "localizations": first(.array(.localization)),
    ]

    private static let productOnly: [String: Member] = [
        "codeOffers": optional(.array(.codeOffer)),
        // Members of subscriptions: that they mean nothing here is said elsewhere.
        "recurringSubscriptionPeriod": optional(.text), "subscriptionGroupID": optional(.text),
        "groupNumber": optional(.integer),
    ]

    private static let subscription: [String: Member] = [
        "subscriptionGroupID": first(.text), "groupNumber": first(.integer),
        "recurringSubscriptionPeriod": Member(form: .text, need: .always),
        "introductoryOffer": Member(form: .object(.introductoryOffer), need: .never, isNullable: true),
        "introductoryOffers": Member(form: .array(.introductoryOffer), need: .since(5, 0)),
        "adHocOffers": first(.array(.promotionalOffer)),
        "codeOffers": Member(form: .array(.codeOffer), need: .since(1, 2)),
        "winbackOffers": Member(form: .array(.winBackOffer), need: .since(4, 0)),
        "billingPlans": Member(form: .array(.billingPlan), need: .since(6, 3)),
    ]

    private static let offer: [String: Member] = [
        "internalID": first(.text), "paymentMode": Member(form: .text, need: .always),
        "subscriptionPeriod": Member(form: .text, need: .always), "displayPrice": optional(.text),
        "numberOfPeriods": Member(form: .integer, need: .since(5, 0)),
        "billingPlanType": Member(form: .text, need: .since(5, 0)),
    ]

    private static let named: [String: Member] = ["offerID": optional(.text), "referenceName": first(.text)]

    private static let settings: [String: Member] = [
        "_applicationInternalID": optional(.text), "_developerTeamID": optional(.text),
        "_lastSynchronizedDate": optional(.number), "_shouldSetupSyncOnLoad": optional(.boolean),
        "_askToBuyEnabled": optional(.boolean), "_billingIssuesEnabled": optional(.boolean),
        "_renewalBillingIssuesEnabled": optional(.boolean), "_billingGracePeriodEnabled": optional(.boolean),
        "_disableDialogs": optional(.boolean), "_failTransactionsEnabled": optional(.boolean),
        "_storeKitError": optional(.integer), "_storeKitErrors": optional(.array(.failure)),
        "_locale": optional(.text), "_storefront": optional(.text), "_timeRate": optional(.integer),
        "_compatibilityTimeRate": optional(.anything),
    ]
}
