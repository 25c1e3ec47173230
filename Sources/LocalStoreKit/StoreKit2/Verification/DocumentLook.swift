import Foundation
import LocalAppStore
import Locking

/// A look of a device at what was signed for it: whether it believes it, by what the test says at the moment.
struct DocumentLook: Sendable {
    private let core: TransactionCore
    private let verifier: DocumentVerifier
    private let origin: DeviceOrigin
    /// What the test says is wrong with everything; nil for nothing.
    private let told: DocumentVerifier.Failure?
    /// Whether the device trusts its store, and whom that says, and nobody else.
    private let trustsStore: Bool
    /// Between these dates the store's signatures are known to be good.
    private let believed: ClosedRange<Date>?

    /// Runs on the work queue; throws if the store cannot be asked whom to trust.
    init(_ device: LocalDevice) throws {
        core = device.transactions
        origin = DeviceOrigin(device)
        let (verificationFailure, trustPolicy) = device.setting { ($0.verificationFailure, $0.trustPolicy) }
        verifier = try core.verifier(for: device, trustPolicy: trustPolicy)
        told = verificationFailure()
        trustsStore = trustPolicy == nil
        believed = core.state.withLock { $0.believed }
    }

    /// What was signed, and whether the device believes it.
    func result<Value: AppStoreSigned>(of jws: String) -> VerificationResult<Value> { result(of: SignedDocument(jws)) }

    /// What was signed, and whether the device believes it.
    ///
    /// What a store in this process has yet to sign is believed unsigned where the outcome is known: the device trusts this
    /// store, and believed its signatures of before and after.
    func result<Value: AppStoreSigned>(of document: SignedDocument) -> VerificationResult<Value> {
        guard let late = document.lateSignature, told == nil, trustsStore else { return verified(document, told) }
        let date = late.facts.signedDate
        if believes(date) { return .verified(Value(document, origin: origin)) }
        let result: VerificationResult<Value> = verified(document)
        guard case .verified = result else { return result }
        let later = TransactionCore.foresights.lazy.map(date.addingTimeInterval).first { later in
            let probe: VerificationResult<Value> = verified(late.document(signedAt: later))
            guard case .verified = probe else { return false }
            return true
        }
        core.believe(date...(later ?? date), by: verifier.policy)
        return result
    }

    private func believes(_ date: Date) -> Bool {
        believed?.contains(date) ?? false || core.believes(date, by: verifier.policy)
    }

    private func verified<Value: AppStoreSigned>(
        _ document: SignedDocument,
        _ told: DocumentVerifier.Failure? = nil
    ) -> VerificationResult<Value> {
        verifier.result(of: document, from: origin, told: told)
    }
}
