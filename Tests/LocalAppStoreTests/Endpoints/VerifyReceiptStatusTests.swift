import AppReceipt
import AppStoreModels
import Foundation
import LocalAppStore
import TestSupport
import Testing

@Suite("The status of verifyReceipt")
struct VerifyReceiptStatusTests {
    private func request(_ receipt: String?, password: String? = nil) -> VerifyReceiptRequest {
        var request = VerifyReceiptRequest()
        request.receiptData = receipt
        request.password = password
        return request
    }

    private func status(_ receipt: Data, _ endpoint: VerifyReceiptEndpoint = .sandbox) throws -> ReceiptStatusCode? {
        try SampleShop.open().verifyReceipt(request(receipt.base64EncodedString()), endpoint: endpoint).status
    }

    @Test(
        "Data that is no receipt gives 21002 and nothing else",
        arguments: [
            nil, "", " ", "no base64!", "aGVsbG8=", "MII", "PGh0bWw+NTAzPC9odG1sPg==", "MAA=", "MIAwgDCAMIA=", "e30=",
            "-----BEGIN PKCS7-----\nMAA=\n-----END PKCS7-----", "eyJhbGciOiJFUzI1NiJ9.e30.c2ln",
        ]
    )
    func malformed(receipt: String?) throws {
        let response = try SampleShop.open().verifyReceipt(request(receipt), endpoint: .sandbox)
        #expect(response.description == #"{"status":21002}"#)
    }

    @Test("A receipt that is cut short, encoded twice or broken into lines gives 21002")
    func damaged() throws {
        let store = try SampleShop.open()
        let receipt = try store.receipt(account: SampleShop.customer, device: SampleShop.device())
        let twice = Data(receipt.base64EncodedString().utf8).base64EncodedString()
        let lines = receipt.base64EncodedString(options: .lineLength64Characters)
        let short = receipt.prefix(receipt.count / 2).base64EncodedString()
        for damaged in [twice, lines, short] {
            #expect(
                store.verifyReceipt(request(damaged), endpoint: .sandbox).status == .malformedOrMissingData,
                "\(damaged.prefix(20))"
            )
        }
    }

    @Test("A receipt that another authority signed gives 21003")
    func foreign() throws {
        let receipt = try SampleReceipt.signed(by: TestAuthority.foreign) { $0.bundleID = SampleShop.app.bundleID }
        #expect(try status(receipt) == .notAuthenticated)
    }

    @Test("A receipt with one bit changed is never accepted", arguments: Array(stride(from: 0, to: 1, by: 0.03)))
    func tampered(place: Double) throws {
        var receipt = try SampleShop.open().receipt(account: SampleShop.customer, device: SampleShop.device())
        receipt[Int(Double(receipt.count) * place)] ^= 0x04
        let status = try status(receipt)
        #expect([.notAuthenticated, .malformedOrMissingData].contains(status))
    }

    @Test("A receipt at the wrong endpoint is sent to the other one")
    func environments() throws {
        let table: [(AppStoreEnvironment, VerifyReceiptEndpoint, ReceiptStatusCode)] = [
            (.sandbox, .sandbox, .valid), (.sandbox, .production, .sandboxReceipt),
            (.production, .production, .valid), (.production, .sandbox, .productionReceipt),
        ]
        for (environment, endpoint, status) in table {
            let store = try SampleShop.open(environment: environment)
            let response = store.verifyReceipt(request(try SampleShop.receipt(store)), endpoint: endpoint)
            #expect(response.status == status)
            #expect(response.environment == (status == .valid ? environment : nil))
            #expect((response.receipt == nil) == (status != .valid))
        }
    }

    @Test("A receipt of Xcode, or of no environment anybody knows, gives 21003", arguments: ["Xcode", "Mars", ""])
    func otherEnvironment(name: String) throws {
        let receipt = try SampleReceipt.signed { $0.environment = ReceiptEnvironment(rawValue: name) }
        for endpoint in VerifyReceiptEndpoint.allCases {
            #expect(try status(receipt, endpoint) == .notAuthenticated)
        }
    }

    @Test(
        "The shared secret counts only for receipts with auto-renewable subscriptions",
        arguments: [
            (SampleShop.posy, "right", 0), (SampleShop.posy, "wrong", 21004), (SampleShop.posy, nil, 21004),
            (SampleShop.greenhouse, "right", 0), (SampleShop.greenhouse, "wrong", 0), (SampleShop.greenhouse, nil, 0),
        ] as [(String, String?, Int)]
    )
    func sharedSecret(product: String, password: String?, status: Int) throws {
        let store = try SampleShop.open()
        try store.buy(productID: product, account: SampleShop.customer)
        let request = request(try SampleShop.receipt(store), password: password)
        let response = store.verifyReceipt(request, endpoint: .sandbox, sharedSecret: "right")
        #expect(response.status?.rawValue == status)
        #expect((response.receipt == nil) == (status != 0))
        #expect(store.verifyReceipt(request, endpoint: .sandbox).status == .valid)
    }

    @Test("The endpoint is checked before the secret, the signature before the endpoint")
    func order() throws {
        let store = try SampleShop.open()
        try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        let own = request(try SampleShop.receipt(store))
        #expect(store.verifyReceipt(own, endpoint: .production, sharedSecret: "s").status == .sandboxReceipt)
        let foreign = request(try SampleReceipt.signed(by: TestAuthority.foreign).base64EncodedString())
        #expect(store.verifyReceipt(foreign, endpoint: .production, sharedSecret: "s").status == .notAuthenticated)
    }

    @Test("Purchases of an account that is no longer there give 21010")
    func deletedAccount() throws {
        let receipt = try SampleReceipt.signed { $0.bundleID = SampleShop.app.bundleID }
        #expect(try status(receipt) == .accountNotFound)
    }

    @Test("A genuine receipt of another app is valid, and says nothing of this app's customers")
    func otherApp() throws {
        let receipt = try SampleReceipt.signed().base64EncodedString()
        let response = try SampleShop.open().verifyReceipt(request(receipt, password: "x"), endpoint: .sandbox)
        #expect(response.status == .valid)
        #expect(response.receipt?.bundleID == SampleReceipt.bundleID)
        #expect(response.receipt?.inApp.count == 2)
        #expect(response.json.keys == ["status", "environment", "receipt"])
    }
}
