/// What people answer to a higher price.
public enum PriceIncreaseConsent: PurchaseFigure {
    public static let id = "price-increase-consent"
    public static let title = "Consent to price increases"
    public static let definition =
        "Of the subscribers who were told of a higher price in each period, how many agreed or needed not, "
        + "and how many subscriptions ended for want of it; pending are those who have not answered."
    public static let isMoney = false

    private static let outcomes = Outcomes(began: .consentAsked, good: .consentGiven, bad: .consentRefused)

    public static func queries(for request: FigureRequest) -> [RowQuery] { outcomes.queries(for: request) }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        outcomes.lines(answers, for: request, names: (began: "asked", good: "agreed", bad: "refused"))
    }
}
