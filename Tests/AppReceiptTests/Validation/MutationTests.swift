import AppReceipt
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("Mutants of a good receipt")
struct MutationTests {
    /// How many mutants each test makes. The same seed makes the same ones.
    static let mutants = 4_000

    private let original: AppReceipt
    private let validator: ReceiptValidator

    init() throws {
        original = try AppReceipt(wireForm: SampleReceipt.signed())
        validator = try SampleReceipt.validator()
    }

    @Test(
        "are refused, or mean the same",
        arguments: WireFormTests.forms.filter {
            $0.testDescription.count < 8 || $0.testDescription.hasSuffix("many pieces")
        }
    )
    func receipts(_ form: WireFormTests.Form) throws {
        let bytes = Array(try form.encode(original.derEncoded))
        var generator = SeededGenerator(seed: 20_240_806)
        for number in 0..<Self.mutants {
            let mutant = Mutation.mutate(bytes, &generator)
            let validation = validator.validate(mutant)
            if let receipt = validation.validReceipt {
                #expect(receipt.attributes == original.attributes, "mutant \(number)")
            } else {
                #expect(!validation.failures.isEmpty, "mutant \(number)")
            }
        }
    }

    @Test("of the payload, signed anew, are read or refused, and all their values can be read")
    func payloads() throws {
        let payload = try SampleReceipt.draft().payload
        let authority = try TestAuthority.trusted.get()
        // A signature costs more than the rest together; the reader does not look at it.
        let container = try authority.signCMS(payload: payload)
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<Self.mutants {
            let mutant = Mutation.mutate(payload, &generator)
            guard let receipt = try? AppReceipt(wireForm: replacing(payload, by: mutant, in: container)) else {
                continue
            }
            #expect(receipt.attributes.map(\.name).count >= 5)
            _ = receipt.verifyReceiptJSON(requestDate: TestAuthority.signingDate)
        }
    }

    private func replacing(_ payload: [UInt8], by mutant: [UInt8], in container: [UInt8]) throws -> [UInt8] {
        var message = try CMSMessage(parsing: container).bytes
        let range = try CMSMessage(parsing: container).payload
        // Short mutants are filled up and long ones cut, so that no length around them changes.
        let fitted = Array((mutant + [UInt8](repeating: 0, count: range.count)).prefix(range.count))
        message.replaceSubrange(range, with: fitted)
        return message
    }
}
