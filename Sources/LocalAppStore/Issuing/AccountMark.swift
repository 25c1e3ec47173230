import Foundation

/// The 48 bytes that stand for an account in attribute 7 of its receipts, where Apple has bytes that only it can read.
///
/// Forty look random; the identifier of the account's download follows, hidden by bytes that follow from the forty. So a
/// receipt without purchases leads to its account without a search.
enum AccountMark {
    static func bytes(of account: StoreAccount, seed: UInt64) -> [UInt8] {
        var noise = ReceiptNoise(seed: seed, text: "account \(account.id)")
        let head = noise.bytes(40)
        let identifier = UInt64(account.appTransactionID) ?? 0
        return head + zip(octets(identifier), mask(head, seed)).map { $0 ^ $1 }
    }

    /// The identifier of the download that a mark hides; nil for what is no mark.
    static func appTransactionID(in mark: [UInt8], seed: UInt64) -> String? {
        guard mark.count == 48 else { return nil }
        let hidden = zip(mark[40...], self.mask(Array(mark[..<40]), seed)).map { $0 ^ $1 }
        return String(hidden.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    private static func octets(_ number: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
    }

    private static func mask(_ head: [UInt8], _ seed: UInt64) -> [UInt8] {
        var noise = ReceiptNoise(seed: seed, text: "mark \(head)")
        return noise.bytes(8)
    }
}
