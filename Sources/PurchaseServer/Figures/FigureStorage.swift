import Crypto
import Foundation
package import PurchaseFigures

/// Where the purchase server keeps the rows of figures.
///
/// Whatever changes what a purchase or a customer contributes marks it in the transaction of the change; ``book(atMost:by:)``
/// takes up what is marked. So nothing that is acknowledged is forgotten, and nobody who sends something waits for figures.
package protocol FigureStorage: Sendable {
    /// Keeps figures from now on by these rules; what other rules booked is marked.
    func keepFigures(by rules: BookingRules) async throws

    /// Keeps none any more; the rows go.
    func keepNoFigures() async throws

    /// Marks everything, and forgets all rows.
    func rebuildFigures() async throws

    /// Books some of what is marked.
    ///
    /// - Parameters:
    ///   - limit: How many purchases and customers at most.
    ///   - rules: Those of ``keepFigures(by:)``.
    /// - Returns: How many were taken up; 0 if nothing is marked.
    func bookFigures(atMost limit: Int, by rules: BookingRules) async throws -> Int

    /// Books those people who are marked, each with the purchases that are theirs first, so that nothing is read twice: the
    /// quick way where everything is marked. What nobody has, or what is marked meanwhile, is left.
    ///
    /// - Parameters:
    ///   - rules: Those of ``keepFigures(by:)``.
    ///   - progress: Called now and then with how many purchases and customers are booked.
    /// - Returns: How many were booked.
    func bookPeople(by rules: BookingRules, progress: @Sendable (Int) -> Void) async throws -> Int

    /// Whether anything is marked.
    func hasWaitingFigures() async throws -> Bool

    /// How many purchases and customers are marked.
    ///
    /// - Parameter limit: More than this are not counted: whoever asks often need not hear how many.
    func waitingFigureCount(upTo limit: Int) async throws -> Int

    /// Adds rows up, all queries at one moment.
    func sums(_ queries: [RowQuery]) async throws -> [[RowSum]]
}

/// By what figures are booked.
package struct BookingRules: Sendable {
    /// What the App Store does not say.
    package let rules: FigureRules
    /// The app of purchases that name none; empty where several are served.
    package let app: String
    /// Tells rules apart, but for rates.
    let fingerprint: String
    /// Tells rates apart. There may be many, so whoever asks again and again asks with the same value of this type.
    let ratesDigest: Data

    package init(rules: FigureRules, app: String = "") {
        self.rules = rules
        self.app = app
        fingerprint = rules.fingerprint + ";" + app
        ratesDigest = Data(SHA256.hash(data: Data(rules.rates.text.utf8)))
    }
}
