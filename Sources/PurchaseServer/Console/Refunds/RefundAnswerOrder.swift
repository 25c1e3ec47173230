/// What somebody wants to say about a refund.
struct RefundAnswerOrder: Sendable, Hashable {
    let preference: ConsumptionPolicy.Preference
    let hasConsented: Bool
    /// Whether it is only to be shown what would be said.
    let isRehearsal: Bool

    init(_ body: RequestObject) throws(APIError) {
        let text = try body.text("preference") ?? ConsumptionPolicy.Preference.none.rawValue
        guard let preference = ConsumptionPolicy.Preference(rawValue: text) else {
            let all = ConsumptionPolicy.Preference.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestObject.invalid("\"preference\" is one of \(all)")
        }
        self.preference = preference
        hasConsented = try body.boolean("customerConsented") ?? false
        isRehearsal = try body.boolean("isRehearsal") ?? false
    }
}
