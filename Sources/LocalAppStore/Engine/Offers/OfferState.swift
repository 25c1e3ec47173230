import Foundation
import OrderedCollections

/// The offer codes there are, and which signatures of offers were used.
struct OfferState: Sendable, Hashable {
    /// By the code, in the order they were made.
    var codes: OrderedDictionary<String, OfferCode> = [:]
    var usedNonces: Set<UUID> = []
}
