import AppReceipt
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("One flipped bit")
struct TamperingTests {
    private let receipt: [UInt8]
    private let message: CMSMessage
    private let validator: AppReceiptValidator

    init() throws {
        receipt = Array(try SampleReceipt.signed())
        message = try CMSMessage(parsing: receipt)
        validator = try SampleReceipt.validator()
    }

    @Test("anywhere in the payload breaks the signature", arguments: [0, 3, 7])
    func payload(_ bit: Int) {
        for position in message.payload {
            let failures = failures(flipping: position, bit)
            #expect(failures.first?.code == .signatureInvalid, "byte \(position)")
        }
    }

    @Test("anywhere in the signature breaks it", arguments: [0, 3, 7])
    func signature(_ bit: Int) {
        for position in receipt.count - 256..<receipt.count {
            #expect(failures(flipping: position, bit).first?.code == .signatureInvalid, "byte \(position)")
        }
    }

    @Test("anywhere in the leaf breaks the chain or the certificate")
    func leaf() {
        let allowed: Set<String> = [
            "chain-invalid", "certificate-malformed", "certificate-not-allowed", "signer-not-found", "malformed",
            "algorithm-not-allowed",
        ]
        for position in message.certificates[0] {
            let code = failures(flipping: position, position % 8).first?.code.rawValue ?? "none"
            #expect(allowed.contains(code), "byte \(position): \(code)")
        }
    }

    @Test("anywhere in intermediate or root breaks the chain", arguments: [1, 2])
    func issuers(_ index: Int) {
        for position in message.certificates[index] {
            #expect(failures(flipping: position, position % 8) != [], "byte \(position)")
        }
    }

    @Test("in the number of unused bits of a certificate's signature makes it malformed", arguments: [0, 1, 2])
    func unusedBits(_ index: Int) throws {
        // An RSA-2048 signature stands at the end: after its tag, three octets of length, and the number.
        let number = message.certificates[index].upperBound - 257
        try #require(receipt[number] == 0)
        for bit in 0..<8 {
            #expect(failures(flipping: number, bit).first?.code.rawValue == "certificate-malformed", "bit \(bit)")
        }
    }

    private func failures(flipping position: Int, _ bit: Int) -> [AppReceiptError] {
        var bytes = receipt
        bytes[position] ^= 1 << UInt8(bit)
        return validator.validate(bytes).failures
    }
}
