import Foundation
public import PurchaseFigures

extension PurchaseServerApplication {
    /// Books what is new in figures; what the server does by itself, a second after it came, where
    /// ``PurchaseServerConfiguration/figures`` says by what rules.
    ///
    /// - Returns: How many purchases and customers were booked.
    /// - Throws: ``PurchaseServerError``; what was booked until then stays booked.
    @discardableResult
    public func bookFiguresDue() async throws -> Int { try await figureKeeper?.bookDue() ?? 0 }

    /// Forgets all rows of figures and books everything that is stored. Figures are incomplete meanwhile, and say so.
    ///
    /// - Parameter progress: Called after each part with how many purchases and customers are still to be booked.
    /// - Returns: How many were booked.
    /// - Throws: ``PurchaseServerError``, code `configuration`, if no figures are kept.
    @discardableResult
    public func rebuildFigures(progress: @Sendable (_ waiting: Int) -> Void = { _ in }) async throws -> Int {
        guard let figureKeeper else { throw PurchaseServerError.noFigures }
        return try await figureKeeper.rebuild(progress: progress)
    }

    /// A figure of what is booked.
    ///
    /// - Parameters:
    ///   - figure: Which; see `FigureCatalogue`.
    ///   - request: Of which days and of whose purchases.
    /// - Throws: ``PurchaseServerError``, code `configuration`, if no figures are kept.
    public func series(
        _ figure: any PurchaseFigure.Type,
        _ request: FigureRequest
    ) async throws -> FigureSeries {
        guard let figureKeeper else { throw PurchaseServerError.noFigures }
        return try await figureKeeper.series(figure, [request])[0]
    }
}

extension PurchaseServerError {
    static var noFigures: Self {
        PurchaseServerError(.configuration, "no figures are kept; say in which currency they are to be told")
    }
}
