import Foundation
import HTTPTypes
import Hummingbird
import PurchaseFigures

/// What is asked about a figure, behind the question mark.
struct FigureQuestion {
    /// The request, and the same of the time before if that is to be compared.
    let requests: [FigureRequest]
    /// Whether a table is wanted instead of JSON.
    let isCSV: Bool

    /// How many values of one member may be named.
    private static let mostValues = 100

    /// - Parameter today: The present day, in UTC.
    /// - Throws: ``APIError``, code `invalid-value`.
    init(_ request: Request, today: Day) throws(APIError) {
        let parameters = request.uri.queryParameters
        let until = try Self.day("until", parameters) ?? today.adding(days: 1)
        let from = try Self.day("from", parameters) ?? max(.distantPast, until.adding(days: -30))
        guard from < until else { throw Page.invalid("until is the day after the last, later than from") }
        let resolution = try Self.resolution(parameters)
        let filter = try Self.filter(parameters)
        let dimension: SegmentDimension? = try Self.choice("split", parameters)
        let one: FigureRequest
        do throws(FigureRequestError) {
            one = try FigureRequest(from..<until, by: resolution, asOf: today, filter: filter, split: dimension)
        } catch {
            throw Page.invalid("\(error)")
        }
        isCSV = try Self.isCSV(request)
        switch parameters["compare"] {
        case nil: requests = [one]
        case "previous":
            let previous = one.previous
            guard !isCSV else {
                throw Page.invalid("compare is for JSON; a table of the time before has from and until of its own")
            }
            guard previous.days.lowerBound >= .distantPast else {
                throw Page.invalid("compare needs as many days before from, and there are none before the year 1")
            }
            requests = [one, previous]
        default: throw Page.invalid("compare is previous, or left out")
        }
    }

    private static func isCSV(_ request: Request) throws(APIError) -> Bool {
        switch request.uri.queryParameters["format"] {
        case nil: request.headers[.accept].map { $0.hasPrefix("text/csv") } ?? false
        case "json": false
        case "csv": true
        default: throw Page.invalid("format is json or csv")
        }
    }

    private static func day(_ name: String, _ parameters: Parameters) throws(APIError) -> Day? {
        guard let text = parameters[name[...]] else { return nil }
        guard let day = Day(String(text)) else { throw Page.invalid("\(name) is a day, as 2026-01-31") }
        return day
    }

    /// nil for one period of all days.
    private static func resolution(_ parameters: Parameters) throws(APIError) -> Resolution? {
        if parameters["by"] == "all" { return nil }
        return try choice("by", parameters, orElse: "all") ?? .day
    }

    private static func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ name: String,
        _ parameters: Parameters,
        orElse other: String? = nil
    ) throws(APIError) -> Value? {
        guard let text = parameters[name[...]] else { return nil }
        guard let value = Value(rawValue: String(text)) else {
            let names = Value.allCases.map(\.rawValue) + (other.map { [$0] } ?? [])
            throw Page.invalid("\(name) is one of \(names.joined(separator: ", "))")
        }
        return value
    }

    /// Each member may be named several times; `environment=all` counts what nobody paid for, too.
    private static func filter(_ parameters: Parameters) throws(APIError) -> SegmentFilter {
        var values: [SegmentDimension: Set<String>] = [:]
        for dimension in SegmentDimension.allCases {
            let chosen = parameters.getAll(dimension.rawValue)
            guard chosen.count <= mostValues else {
                throw Page.invalid("\(dimension.rawValue) may be named \(mostValues) times")
            }
            let texts = Set(chosen.map { String($0) })
            guard !texts.contains(where: \.hasControls) else {
                throw Page.invalid("\(dimension.rawValue) is a text without control characters")
            }
            if !texts.isEmpty { values[dimension] = texts }
        }
        guard values[.environment] == ["all"] else { return SegmentFilter(values) }
        values[.environment] = nil
        return SegmentFilter(everywhere: values)
    }
}
