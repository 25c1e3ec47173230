import Testing

@testable import LocalAppStore

@Suite("A date and a number in one")
struct DatedBitsTests {
    @Test(
        "A date comes back as it was, whatever number is beside it",
        arguments: [
            StoredRange.milliseconds.lowerBound, StoredRange.milliseconds.upperBound, 0, -1, 1_769_853_600_123,
            NumberedIdentifiers.absent,
        ] as [Int64]
    )
    func dates(milliseconds: Int64) {
        for spare: UInt64 in [0, 1, 0x7FFF] {
            var bits = DatedBits(milliseconds)
            bits.spare = spare
            #expect(bits.milliseconds == milliseconds)
            #expect(bits.spare == spare)
        }
    }

    @Test("A date outside the years that a store writes counts as the nearest one")
    func clamps() {
        #expect(DatedBits(.max).milliseconds == StoredRange.milliseconds.upperBound)
        #expect(DatedBits(.min + 1).milliseconds == StoredRange.milliseconds.lowerBound)
    }

    @Test(
        "The number of the event that changed a transaction comes back, and leaves the dates alone",
        arguments: [0, 1, 0x7FFF, 0x8000, 0x3FFF_FFFF, 0x4000_0000, 123_456_789_012, 4_000_000_000_000] as [Int64]
    )
    func changeNumbers(number: Int64) {
        var packed = PackedTransaction(
            id: 1,
            originalTransactionID: 2,
            webOrderLineItemID: 3,
            purchaseDate: 1_769_853_600_123,
            originalPurchaseDate: -5_000,
            expiresDate: NumberedIdentifiers.absent,
            account: 4,
            terms: 5,
            appUser: 6
        )
        packed.changeNumber = 77
        packed.changeNumber = number
        #expect(packed.changeNumber == number)
        #expect(packed.purchaseDate == 1_769_853_600_123)
        #expect(packed.originalPurchaseDate == -5_000)
        #expect(packed.expiresDate == NumberedIdentifiers.absent)
        #expect(Int64(StoredRange.counts.upperBound) <= 4_000_000_000_000)
    }

    @Test("A transaction takes no more than 64 octets")
    func size() {
        #expect(MemoryLayout<PackedTransaction>.stride == 64)
    }
}
