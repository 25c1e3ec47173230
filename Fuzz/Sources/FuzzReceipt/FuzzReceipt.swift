import AppReceipt
import Foundation
import FuzzSupport

/// A receipt in any wire form, from the bytes a stranger sends to the verdict.
private struct Target {
    static let shared = Target()

    private let validator: AppReceiptValidator
    /// What the seeds say. Nobody else has signed anything, so a valid receipt that says something else is forged.
    private let genuine: Set<[ReceiptAttribute]>

    private init() {
        let folder = SeedFolder.current
        validator = orFinding { AppReceiptValidator(policy: try folder.policy(), bundleID: SeedFolder.bundleID) }
        genuine = orFinding {
            Set(try folder.seeds("receipt").compactMap { try? AppReceipt(wireForm: $0).attributes })
        }
        guard !genuine.isEmpty else { finding("there are no seeds") }
    }

    func run(_ input: [UInt8]) {
        let validation = validator.validate(input)
        if validation.isValid == !validation.failures.isEmpty { finding("neither valid nor refused") }
        read(validation.failures)
        guard let receipt = validation.validReceipt else { return }
        if !genuine.contains(receipt.attributes) { finding("a forged receipt is valid") }
    }
}

@_cdecl("FuzzReceipt_main")
public func fuzzReceiptMain(_ count: CInt, _ arguments: Arguments) -> CInt {
    fuzz(count, arguments) { bytes, count in
        let target = Target.shared
        MemoryMeter.measure(inputSize: count) {
            target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        }
        return 0
    }
}
