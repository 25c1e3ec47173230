import AppReceipt
import Foundation

/// A subscription as one line: every column is the same length of time.
struct TimelineBar {
    private let chain: SubscriptionTimeline.Chain
    private let width: Int

    init(_ chain: SubscriptionTimeline.Chain, width: Int) {
        self.chain = chain
        self.width = width
    }

    /// The sign of a kind of time.
    static func glyph(_ kind: SubscriptionTimeline.Kind) -> Character {
        switch kind {
        case .paid: "█"
        case .trial: "░"
        case .introductory: "▒"
        case .refunded: "×"
        case .gap: "·"
        }
    }

    /// The bar. What is shorter than a column is still seen, unless something rarer shares the column with it.
    var text: String {
        var columns = [Character](repeating: Self.glyph(.gap), count: width)
        for span in chain.spans.sorted(by: { share(of: $0.kind) > share(of: $1.kind) }) {
            let first = column(span.begin)
            // The column in which a span ends belongs to the next one.
            let last = span.end == chain.end ? column(span.end) : max(first, column(span.end) - 1)
            for column in first...last { columns[column] = Self.glyph(span.kind) }
        }
        return String(columns)
    }

    /// How long the time of a kind is in all.
    private func share(of kind: SubscriptionTimeline.Kind) -> TimeInterval {
        chain.spans.reduce(0) { $1.kind == kind ? $0 + $1.end.timeIntervalSince($1.begin) : $0 }
    }

    private func column(_ date: Date) -> Int {
        let total = chain.end.timeIntervalSince(chain.begin)
        guard total > 0 else { return 0 }
        let position = Double(width) * date.timeIntervalSince(chain.begin) / total
        return min(width - 1, max(0, Int(position)))
    }
}
