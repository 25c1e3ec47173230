import HTTPServing
import HTTPTypes
import PurchaseFigures

extension APIOperation {
    /// What the shop earns, whom it wins and whom it loses.
    static let figures: [Self] = [
        Self(.server, .get, "/v1/figures", "Which figures there are.", for: .scope(.figures))
            .answering(.object(["currency": .text, "figures": .list(of: .named("Figure")), "waitingCount": .integer]))
            .refusing(409, "The server keeps no figures."),
        Self(.server, .get, "/v1/figures/{figure}", "A figure over time.", for: .scope(.figures))
            .asking("from", .day).asking("until", .day)
            .asking("by", .choice(Resolution.allCases.map(\.rawValue) + ["all"]))
            .asking("split", .choice(SegmentDimension.allCases.map(\.rawValue)))
            .asking("app", .text).asking("product", .text).asking("storefront", .text).asking("environment", .text)
            .asking("currency", .text).asking("compare", .choice(["previous"]))
            .asking("format", .choice(["json", "csv"]))
            .answering(
                .object(
                    ["series": .named("FigureSeries"), "waitingCount": .integer],
                    ["previous": .named("FigureSeries")]
                )
            )
            .refusing(400, "The query is wrong.").refusing(404, "There is no such figure.")
            .refusing(409, "The server keeps no figures."),
    ]
}
