import AppReceipt
import AppStoreModels
import Foundation

/// The subscriptions of a receipt drawn over time: a bar and a row for each stretch.
struct TimelineText {
    let terminal: Terminal
    /// Whether every row is shown, however many there are.
    let showsAll: Bool

    /// The most rows of a chain; of more the oldest and the newest are shown.
    private static let maximumRows = 24

    /// Nothing if there are no subscriptions.
    func lines(of timeline: SubscriptionTimeline) -> [String] {
        guard !timeline.chains.isEmpty else { return [] }
        var lines = ["", terminal.styled("Subscription timeline", .heading)]
        for chain in timeline.chains {
            lines += ["", title(of: chain), "  " + TimelineBar(chain, width: barWidth).text]
            lines += rows(of: chain)
        }
        let kinds = Set(timeline.chains.flatMap(\.spans).map(\.kind))
        let legend = SubscriptionTimeline.Kind.allCases.filter(kinds.contains)
            .map { "\(TimelineBar.glyph($0)) \($0.rawValue)" }
        return lines + ["", terminal.styled((legend + ["times in UTC"]).joined(separator: "   "), .quiet)]
    }

    private var barWidth: Int { min(72, max(10, terminal.width - 4)) }

    private func title(of chain: SubscriptionTimeline.Chain) -> String {
        let periods = chain.periods == 1 ? "1 period" : "\(chain.periods) periods"
        let products = chain.productIDs.joined(separator: " → ")
        let text = "original \(chain.originalTransactionID), \(periods): \(products)"
        return terminal.styled(text.shortened(to: terminal.width), .name)
    }

    private func rows(of chain: SubscriptionTimeline.Chain) -> [String] {
        var table = TextTable()
        let hasTimes = chain.spans.contains { $0.end.timeIntervalSince($0.begin) < 86_400 }
        for span in chain.spans {
            let begin = Moment(span.begin)
            let end = Moment(span.end)
            table.add(
                String(TimelineBar.glyph(span.kind)),
                hasTimes ? "\(begin.day) \(begin.time)" : String(begin.day),
                // The day is not said again, so that rows stay short.
                hasTimes ? (end.day == begin.day ? String(end.time) : "\(end.day) \(end.time)") : String(end.day),
                note(on: span, names: chain.productIDs.count > 1)
            )
        }
        var rows = table.lines(on: terminal, indent: 2).map { $0.trimmedAtEnd.shortened(to: terminal.width) }
        if !showsAll, rows.count > Self.maximumRows {
            let hidden = rows.count - Self.maximumRows + 1
            let head = Self.maximumRows / 3
            let notice = terminal.styled("  … \(hidden) more, which --all shows …", .quiet)
            rows.replaceSubrange(head..<(head + hidden), with: [notice])
        }
        return rows
    }

    /// A date in UTC.
    private struct Moment {
        let day: Substring
        let time: Substring

        init(_ date: Date) {
            let text = RFC3339.string(from: date)
            day = text.prefix(10)
            time = text.dropFirst(11).prefix(8)
        }
    }

    private func note(on span: SubscriptionTimeline.Span, names: Bool) -> String {
        let periods = span.periods == 1 ? "" : " × \(span.periods)"
        let product = names ? ", \(span.productID)" : ""
        switch span.kind {
        case .gap: return "not paid for \(Self.length(span.end.timeIntervalSince(span.begin)))"
        case .refunded: return "ended by a refund or an upgrade\(product)"
        case .paid, .trial, .introductory: return span.kind.rawValue + periods + product
        }
    }

    /// A length of time in its two largest units.
    private static func length(_ seconds: TimeInterval) -> String {
        var rest = Int(exactly: seconds.rounded()) ?? 0
        var parts: [String] = []
        for (name, size) in [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)] where rest >= size && parts.count < 2 {
            parts.append("\(rest / size) \(name)")
            rest %= size
        }
        return parts.joined(separator: " ")
    }
}
