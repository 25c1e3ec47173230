import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

/// 95,000 mutants, the same in every run; with those of a JWS in `AppStoreTrustTests` they are 100,000.
@Suite("Mutants of a good receipt")
struct MutationTests {
    /// How many mutants each case makes. There are several cases so that all cores have something to do.
    static let mutants = 5_000
    static let seeds: [UInt64] = [1, 2, 3, 4]

    private let original: AppReceipt
    private let attributes: [ReceiptAttribute]
    private let validator: AppReceiptValidator

    init() throws {
        original = try AppReceipt(wireForm: SampleReceipt.signed())
        attributes = original.attributes
        validator = try SampleReceipt.validator()
    }

    @Test(
        "are refused, or mean the same",
        arguments: WireFormTests.forms.filter {
            $0.testDescription.count < 8 || $0.testDescription.hasSuffix("many pieces")
        },
        seeds
    )
    func receipts(_ form: WireFormTests.Form, seed: UInt64) throws {
        let bytes = Array(try form.encode(original.derEncoded))
        var generator = SeededGenerator(seed: seed)
        for number in 0..<Self.mutants {
            let validation = validator.validate(Mutation.mutate(bytes, &generator))
            if let receipt = validation.validReceipt {
                #expect(receipt.attributes == attributes, "mutant \(number)")
            } else if validation.failures.isEmpty {
                Issue.record("mutant \(number) is neither valid nor refused")
            }
        }
    }

    @Test("of the payload, signed anew, are read or refused, and all their values can be read", arguments: seeds)
    func payloads(seed: UInt64) throws {
        let payload = try SampleReceipt.draft().payload
        let authority = try TestAuthority.trusted.get()
        // A signature costs more than the rest together; the reader does not look at it.
        let message = try CMSMessage(parsing: authority.signCMS(payload: payload))
        var generator = SeededGenerator(seed: seed)
        for number in 0..<Self.mutants * 3 / 4 {
            let mutant = Mutation.mutate(payload, &generator)
            guard let receipt = try? AppReceipt(wireForm: replacing(message, mutant)) else { continue }
            if receipt.attributes.count < 5 { Issue.record("mutant \(number) lacks what every receipt has") }
            _ = receipt.verifyReceiptJSON(requestDate: TestAuthority.signingDate)
        }
    }

    private func replacing(_ message: CMSMessage, _ mutant: [UInt8]) -> [UInt8] {
        var bytes = message.bytes
        // Short mutants are filled up and long ones cut, so that no length around them changes.
        let count = message.payload.count
        let fitted = mutant.prefix(count) + [UInt8](repeating: 0, count: max(0, count - mutant.count))
        bytes.replaceSubrange(message.payload, with: fitted)
        return bytes
    }
}
