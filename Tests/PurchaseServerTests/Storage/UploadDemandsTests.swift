import Testing

@testable import PurchaseServer

@Suite("What must be in an upload")
struct UploadDemandsTests {
    private static let pro = UploadDemands(transactionID: nil, productID: "pro")
    private static let seven = UploadDemands(transactionID: "7", productID: nil)

    /// Whether a receipt with transaction 7 of the product `monthly`, and nothing else, counts.
    private static func areMet(_ demands: UploadDemands) -> Bool {
        demands.areMet { transaction, product in
            (transaction == nil || transaction == "7") && (product == nil || product == "monthly")
        }
    }

    @Test("A receipt counts if it has what one of them names, or if one names nothing")
    func met() {
        #expect(Self.areMet(UploadDemands()))
        #expect(Self.areMet(UploadDemands(transactionID: nil, productID: nil)))
        #expect(Self.areMet(Self.seven))
        #expect(!Self.areMet(Self.pro))
        #expect(!Self.areMet(UploadDemands(transactionID: "7", productID: "pro")))
        #expect(Self.areMet(Self.pro.joined(with: Self.seven)))
        #expect(Self.areMet(Self.pro.joined(with: UploadDemands())))
        #expect(Self.areMet(UploadDemands().joined(with: Self.pro)))
        #expect(Self.pro.joined(with: Self.pro) == Self.pro)
    }

    @Test("They are read as they were written")
    func text() throws {
        let all = Self.pro.joined(with: Self.seven)
        #expect(all.text == #"[{"productId":"pro"},{"transactionId":"7"}]"#)
        #expect(UploadDemands().text == nil)
        #expect(try UploadDemands(stored: nil) == UploadDemands())
        #expect(try UploadDemands(stored: all.text) == all)
    }

    @Test("What is damaged demands nothing less", arguments: ["", "[]", "[{}]", "[7]", #"{"productId":"pro"}"#])
    func damaged(text: String) {
        let error = #expect(throws: PurchaseServerError.self) { try UploadDemands(stored: text) }
        #expect(error?.code == .databaseDamaged)
    }

    @Test("Neither very long names nor very many fill the disk")
    func limits() {
        let long = UploadDemands(transactionID: String(repeating: "7", count: 1_000_000), productID: nil)
        #expect(long.text?.utf8.count ?? 0 < 300)
        #expect(!Self.areMet(long))
        var many = UploadDemands(transactionID: "a0", productID: nil)
        for number in 1..<UploadDemands.maximumCount {
            many = many.joined(with: UploadDemands(transactionID: "a\(number)", productID: nil))
        }
        #expect(many.purchases.count == UploadDemands.maximumCount)
        #expect(!Self.areMet(many))
        #expect(Self.areMet(many.joined(with: Self.pro)))
    }
}
