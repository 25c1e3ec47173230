import AppReceipt
import AppStoreTrust
import Foundation
import Locking
import TestSupport
import Testing

@Suite("The rules of a validator")
struct ReceiptRuleTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout ReceiptDraft) -> Void
        let code: AppReceiptError.Code
        let expected: String?
        let found: String?
    }

    static let cases = [
        Case(
            testDescription: "another app",
            change: { $0.bundleID = "com.example.other" },
            code: .bundleID,
            expected: "com.example.app",
            found: "com.example.other"
        ),
        Case(
            testDescription: "another version",
            change: { $0.appVersion = "2" },
            code: .appVersion,
            expected: "1.2.3",
            found: "2"
        ),
        Case(
            testDescription: "another kind of store",
            change: { $0.environment = .production },
            code: .environment,
            expected: "ProductionSandbox",
            found: "Production"
        ),
        Case(
            testDescription: "an end that has come",
            change: { $0.expirationDate = $0.creationDate },
            code: .expired,
            expected: "later than 2024-08-06T12:00:00Z",
            found: "2024-08-06T12:00:00Z"
        ),
        Case(
            testDescription: "a date two days from now",
            change: { $0.creationDate += 2 * 86_400 },
            code: .creationDate,
            expected: "at most 2024-08-07T12:00:00Z",
            found: "2024-08-08T12:00:00Z"
        ),
        Case(
            testDescription: "a date before the certificates",
            change: { $0.creationDate = TestAuthority.validFrom - 1 },
            code: .init(rawValue: "certificate-expired"),
            expected: nil,
            found: nil
        ),
    ]

    @Test("name what they expected and what they found", arguments: cases)
    func failure(_ testCase: Case) throws {
        let failures = try SampleReceipt.validator().validate(SampleReceipt.signed(testCase.change)).failures
        #expect(failures.map(\.code) == [testCase.code])
        #expect(failures.first?.expected == testCase.expected)
        #expect(failures.first?.found == testCase.found)
    }

    @Test("report every failure, and the first one by throwing")
    func allFailures() throws {
        let receipt = try SampleReceipt.signed {
            $0.bundleID = "com.example.other"
            $0.appVersion = "2"
            $0.environment = .production
        }
        let validator = try SampleReceipt.validator()
        #expect(validator.validate(receipt).failures.map(\.code) == [.bundleID, .appVersion, .environment])
        #expect(validator.validate(receipt).validReceipt == nil)
        #expect(throws: AppReceiptError(.bundleID, "")) { try validator.validated(receipt) }
    }

    @Test("can be removed, replaced and added")
    func list() throws {
        let receipt = try SampleReceipt.signed { $0.bundleID = "com.example.other" }
        let validator = try SampleReceipt.validator()
        #expect(
            validator.rules.map(\.id) == [
                .bundleID, .appVersion, .deviceHash, .environment, .expiration, .creationDate,
            ]
        )
        #expect(validator.removing(.bundleID).validate(receipt).isValid)
        #expect(validator.adding(BundleIDRule("com.example.other")).validate(receipt).isValid)
        #expect(validator.adding(BundleIDRule("com.example.third")).rules.count == validator.rules.count)
    }

    @Test("about dates ask the clock anew at each check")
    func clock() throws {
        let now = Locked(TestAuthority.signingDate)
        let validator = AppReceiptValidator(
            policy: try TestAuthority.policy,
            bundleID: SampleReceipt.bundleID,
            clock: { now.withLock { $0 } }
        )
        let receipt = try SampleReceipt.signed { $0.expirationDate = $0.creationDate + 60 }
        #expect(validator.validate(receipt).failures == [])
        now.withLock { $0 += 60 }
        #expect(validator.validate(receipt).failures.map(\.code) == [.expired])
        now.withLock { $0 -= 3 * 86_400 }
        #expect(validator.validate(receipt).failures.map(\.code) == [.creationDate])
    }

    @Test("about the device take several candidates and need one that fits")
    func devices() throws {
        let receipt = try AppReceipt(wireForm: SampleReceipt.signed())
        let device = try DeviceIdentifier(bytes: SampleReceipt.deviceBytes)
        let mac = try DeviceIdentifier("f8:ff:c2:1e:91:82")
        #expect(DeviceHashRule([mac, device]).failure(in: receipt) == nil)
        #expect(DeviceHashRule([mac]).failure(in: receipt)?.code == .deviceHash)
        #expect(DeviceHashRule([]).failure(in: receipt)?.code == .deviceHash)
    }

    @Test(
        "refuse device identifiers that prove nothing",
        arguments: [
            "", "00000000-0000-0000-0000-000000000000", "00:00:00:00:00:00", "1122", "not hexadecimal!", "１１２２３３４４５５６６",
        ]
    )
    func unusableDevice(_ text: String) {
        #expect(throws: AppReceiptError(.deviceIdentifier, "")) { try DeviceIdentifier(text) }
    }

    @Test("refuse SHA-1 from the date the policy gives, and accept it before")
    func sha1() throws {
        var policy = try TestAuthority.policy
        policy.sha1RefusedFrom = TestAuthority.signingDate
        let receipt = try AppReceipt(wireForm: SampleReceipt.signed(digest: .sha1))
        #expect(SignatureRule(policy: policy).failure(in: receipt)?.code.rawValue == "weak-digest")
        policy.sha1RefusedFrom = TrustPolicy.endOfSHA1
        #expect(SignatureRule(policy: policy).failure(in: receipt) == nil)
    }
}
