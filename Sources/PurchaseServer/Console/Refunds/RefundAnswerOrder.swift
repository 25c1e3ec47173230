import Hummingbird

/// What somebody wants to say about a refund.
struct RefundAnswerOrder: Sendable, Hashable {
    let preference: ConsumptionPolicy.Preference
    let hasConsented: Bool
    /// Whether it is only to be shown what would be said.
    let isRehearsal: Bool

    private static let members: Set = ["preference", "customerConsented", "isRehearsal"]

    /// - Throws: ``APIError`` or ``Rejection``, code `invalid-body` or `body-too-large`.
    init(_ request: Request) async throws {
        let body = try await RequestObject(request, of: Self.members)
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
