import Foundation
import SwiftyStoreKit

/// Which product a customer means by a word: its number in the list, its name, its identifier, or how either begins.
enum ProductWord: Equatable {
    case product(String)
    /// Several would fit: their names.
    case unclear([String])
    case unknown

    init(_ word: String, in list: [ProductCard]) {
        if let number = Int(word) {
            self = list.indices.contains(number - 1) ? .product(list[number - 1].id) : .unknown
            return
        }
        let names = { (card: ProductCard) in
            [card.title, card.id, String(card.id.split(separator: ".").last ?? "")].map { $0.lowercased() }
        }
        let wanted = word.lowercased()
        let same = list.filter { names($0).contains(wanted) }
        let similar = list.filter { names($0).contains { $0.hasPrefix(wanted) } }
        let found = same.isEmpty ? similar : same
        switch found.count {
        case 0: self = .unknown
        case 1: self = .product(found[0].id)
        default: self = .unclear(found.map(\.title))
        }
    }
}
