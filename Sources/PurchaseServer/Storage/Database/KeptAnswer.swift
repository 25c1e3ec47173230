import AppStoreModels
import Foundation

/// What is answered about a customer as long as nothing changes: all of it but the date.
package struct KeptAnswer: Hashable, Sendable {
    /// The octets before the date's digits.
    let head: Data
    /// The octets after them.
    let tail: Data
    /// The entity tag.
    let tag: String
    /// What the rules were by which it was made.
    let rules: String
    /// From when until when it holds.
    let validity: Range<Date>

    /// The whole answer at a moment at which it holds.
    func octets(at date: Date) -> [Data] { [head, Data(String(date.millisecondsSince1970).utf8), tail] }
}
