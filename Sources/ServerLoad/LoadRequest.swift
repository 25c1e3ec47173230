import Foundation

/// One thing to ask or to tell.
struct LoadRequest: Sendable, Hashable {
    let kind: LoadKind
    let path: String
    /// Empty for what only asks.
    var body = Data()
    var entityTag: String?

    /// Whether an answer is as it should be.
    func isGood(_ status: Int) -> Bool { status == 200 || (entityTag != nil && status == 304) }
}
