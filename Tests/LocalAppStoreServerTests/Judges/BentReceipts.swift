import AppReceipt
import AppStoreTrust
import Foundation
import TestSupport

/// Receipts, bent in ways that storage, networks, attackers and other writers bend them; the same for the same seed.
struct BentReceipts {
    /// What was bent, and the receipt.
    typealias Bent = (bend: String, bytes: [UInt8])

    private let good: [UInt8]
    private let old: [UInt8]
    private let foreign: [UInt8]
    private let payload: Range<Int>
    private let certificates: Range<Int>

    init() throws {
        good = Array(try SampleReceipt.signed())
        old = Array(try SampleReceipt.signed(digest: .sha1))
        foreign = Array(try SampleReceipt.signed(by: TestAuthority.foreign))
        let message = try CMSMessage(parsing: good)
        (payload, certificates) = (message.payload, message.certificateSet)
    }

    func receipt(seed: UInt64) throws -> Bent {
        var generator = SeededGenerator(seed: seed)
        switch seed % 8 {
        case 0: return ("nothing", [good, old].randomElement(using: &generator) ?? good)
        case 1: return ("octets", Mutation.mutate(good, &generator))
        case 2: return ("a bit of the payload", flipped(payload, &generator))
        case 3: return ("a bit of the certificates", flipped(certificates, &generator))
        case 4: return ("a bit of the signer", flipped(certificates.upperBound..<good.count, &generator))
        case 5: return try draft(&generator)
        case 6: return try attributes(&generator)
        default: return ("by a foreign authority", foreign)
        }
    }

    private func flipped(_ place: Range<Int>, _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = good
        bytes[Int.random(in: place, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        return bytes
    }

    private static let day: TimeInterval = 86_400
    static let drafts: [(String, @Sendable (inout ReceiptDraft) -> Void)] = [
        ("no purchases", { $0.inAppPurchases = [] }),
        ("a purchase twice", { $0.inAppPurchases.append($0.inAppPurchases[0]) }),
        ("texts beyond ASCII", { $0.bundleID = "com.example.花🌷" }),
        ("made a second before its certificates", { $0.creationDate = TestAuthority.validFrom.addingTimeInterval(-1) }),
        ("made with its certificates", { $0.creationDate = TestAuthority.validFrom }),
        ("made in their last second", { $0.creationDate = TestAuthority.validUntil }),
        ("made a second after its certificates", { $0.creationDate = TestAuthority.validUntil.addingTimeInterval(1) }),
        ("another environment", { $0.environment = .production }),
        ("Xcode's environment", { $0.environment = .xcode }),
        ("expired", { $0.expirationDate = TestAuthority.signingDate.addingTimeInterval(-day) }),
    ]

    private func draft(_ generator: inout SeededGenerator) throws -> Bent {
        let (name, change) = Self.drafts[Int.random(in: 0..<Self.drafts.count, using: &generator)]
        return (name, Array(try SampleReceipt.signed(change)))
    }

    /// A signed payload whose attributes nobody writes so.
    private func attributes(_ generator: inout SeededGenerator) throws -> Bent {
        let message = try CMSMessage(parsing: good)
        var list = try Self.elements(of: Array(message.octets(message.payload)))
        let place = Int.random(in: 0..<list.count, using: &generator)
        let name: String
        switch Int.random(in: 0..<4, using: &generator) {
        case 0:
            name = "signed without attribute"
            list.remove(at: place)
        case 1:
            name = "signed with an attribute twice"
            list.append(list[place])
        case 2:
            name = "signed with attributes in another order"
            list.shuffle(using: &generator)
        default:
            name = "signed with bent attributes"
            list[place] = Mutation.mutate(list[place], &generator)
        }
        let authority = try TestAuthority.trusted.get()
        return (name, Array(try authority.signCMS(payload: DEREncoder.element(.set, of: list))))
    }

    private static func elements(of set: [UInt8]) throws -> [[UInt8]] {
        try set.withUnsafeBufferPointer { pointer in
            var outer = DERCursor(pointer)
            var inside = outer.inside(try outer.next(.set))
            var list: [[UInt8]] = []
            while !inside.isAtEnd { list.append(Array(pointer[try inside.next().whole])) }
            return list
        }
    }
}
