/// How many subscriptions of each product are paid for.
public enum ActiveByProduct: PurchaseFigure {
    public static let id = "active-by-product"
    public static let title = "Active subscriptions by product"
    public static let definition =
        "Active subscriptions at the end of each period, each counted with the product that it is paid for at "
        + "that moment."
    public static let isMoney = false
    public static let dimension: SegmentDimension? = .product

    public static func queries(for request: FigureRequest) -> [RowQuery] { ActiveSubscriptions.queries(for: request) }

    public static func lines(_ answers: [[RowSum]], for request: FigureRequest) -> [SeriesLine] {
        ActiveSubscriptions.lines(answers, for: request)
    }
}
