import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Faults of receipts strike every way by which a receipt is handed out")
struct ReceiptFaultWayTests {
    /// Who hands a receipt out.
    enum Way: CaseIterable { case library, device, controlInterface, verifyReceipt }

    static let damage: [(StoreFault.Kind, Way)] = Way.allCases.flatMap { way in
        [.receiptMissing, .receiptDamaged, .receiptAltered].map { ($0, way) }
    }

    private let tester: RouteTester
    /// A receipt from before anything went wrong.
    private let good: String
    private var store: LocalAppStore { tester.store }

    init() throws {
        tester = try RouteTester()
        try tester.store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        good = try SampleShop.receipt(tester.store)
    }

    private func receipt(_ way: Way) async throws -> Data {
        switch way {
        case .library: return try store.receipt(account: SampleShop.customer, device: try SampleShop.device())
        case .device: return try store.deviceReceipt(account: SampleShop.customer, device: try SampleShop.device())
        case .controlInterface:
            let json = try await tester.ask(.get, "/control/accounts/\(SampleShop.customer)/receipt").json
            return try #require(json[string: "receipt"].flatMap { Data(base64Encoded: $0) })
        case .verifyReceipt:
            let answer = try await tester.ask(.post, "/sandbox/verifyReceipt", #"{"receipt-data":"\#(good)"}"#).json
            #expect(answer["status"] == 0)
            return answer[string: "latest_receipt"].flatMap { Data(base64Encoded: $0) } ?? Data()
        }
    }

    @Test("Damage", arguments: damage)
    func damaged(kind: StoreFault.Kind, way: Way) async throws {
        let whole = try await receipt(way)
        let validator = AppReceiptValidator(policy: store.trustPolicy, rules: [])
        _ = try validator.validated(whole)
        try store.setFault(StoreFault(kind, times: 1))
        let struck = try await receipt(way)
        switch kind {
        case .receiptMissing: #expect(struck.isEmpty)
        case .receiptDamaged: #expect(struck == whole.prefix(whole.count / 2))
        default:
            #expect(struck.count == whole.count)
            #expect(zip(struck, whole).count { $0 != $1 } == 1)
            #expect(!validator.validate(struck).failures.isEmpty)
            #expect(try AppReceipt(wireForm: struck).bundleID == SampleShop.app.bundleID, "it can be read")
        }
        #expect(store.faults.isEmpty, "a receipt that was handed out is a strike")
        _ = try validator.validated(try await receipt(way))
    }
}
