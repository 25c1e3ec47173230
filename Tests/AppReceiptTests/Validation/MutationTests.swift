import AppReceipt
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("Mutants of a good receipt")
struct MutationTests {
    /// How many mutants each test makes. The same seed makes the same ones.
    static let mutants = 2_000

    static let forms: Set = ["DER", "BER in many pieces", "Base64"]

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
        let message = try CMSMessage(parsing: authority.signCMS(payload: payload))
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<Self.mutants {
            let mutant = Mutation.mutate(payload, &generator)
            guard let receipt = try? AppReceipt(wireForm: replacing(message, mutant)) else {
                continue
            }
            #expect(receipt.attributes.map(\.name).count >= 5)
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
