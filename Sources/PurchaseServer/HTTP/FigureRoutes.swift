import Foundation
import HTTPTypes
import Hummingbird
import PurchaseFigures

/// `/v1/figures`: what the shop earns, whom it wins and whom it loses.
struct FigureRoutes: Sendable {
    /// nil where no figures are kept.
    let keeper: FigureKeeper?
    let now: @Sendable () -> Date

    func add<Context: RequestContext>(to group: RouterGroup<Context>) {
        group.get("figures") { _, _ in
            let keeper = try kept()
            return try await FigureList(
                currency: keeper.rules.rules.rates.reportingCurrency,
                figures: FigureCatalogue.all.map(FigureList.Figure.init),
                waitingCount: keeper.waitingCount()
            ).response
        }
        group.get("figures/{figure}") { request, context in
            let keeper = try kept()
            let name = try context.parameters.require("figure")
            guard let figure = FigureCatalogue.figure(name) else {
                throw APIError(.notFound, "unknown-figure", "there is no such figure; GET /v1/figures lists them")
            }
            let question = try FigureQuestion(request, today: Day(now()))
            let series = try await keeper.series(figure, question.requests)
            if question.isCSV { return Self.table(series[0], question) }
            return try await FigureAnswer(
                series: series[0],
                previous: series.count > 1 ? series[1] : nil,
                waitingCount: keeper.waitingCount()
            ).response
        }
    }

    private func kept() throws(APIError) -> FigureKeeper {
        guard let keeper else {
            throw APIError(
                .conflict,
                "figures-not-kept",
                "this server keeps no figures; the setting reportingCurrency switches them on"
            )
        }
        return keeper
    }

    private static func table(_ series: FigureSeries, _ question: FigureQuestion) -> Response {
        let days = question.requests[0].days
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/csv; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition:
                    "attachment; filename=\"\(series.figure)-\(days.lowerBound)-\(days.upperBound).csv\"",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: series.csv))
        )
    }
}

/// Which figures there are.
private struct FigureList: Encodable {
    struct Figure: Encodable {
        let id: String
        let title: String
        let definition: String
        let isMoney: Bool

        init(_ figure: any PurchaseFigure.Type) {
            (id, title) = (figure.id, figure.title)
            (definition, isMoney) = (figure.definition, figure.isMoney)
        }
    }

    let currency: String
    let figures: [Figure]
    let waitingCount: Int
}

/// A figure.
private struct FigureAnswer: Encodable {
    let series: FigureSeries
    /// The same of the time before, if it was asked for.
    let previous: FigureSeries?
    /// How many purchases and customers are not in it yet; 10,001 for more.
    let waitingCount: Int
}

extension Encodable {
    fileprivate var response: Response {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Response(json: ByteBuffer(bytes: try encoder.encode(self)))
        }
    }
}
