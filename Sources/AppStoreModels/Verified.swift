/// Something that a verifier has found to be what it claims to be.
///
/// Only verifiers make it: of signed data those that check the signature, of answers the client that asked the App Store.
/// So a function that takes one cannot be handed what a stranger wrote.
///
/// ```swift
/// let transaction = try verifier.verify(signedTransaction: text)
/// let fact = try PurchaseFact(transaction)
/// ```
@dynamicMemberLookup
public struct Verified<Payload: Sendable>: Sendable {
    /// What was verified. It can be changed after it was copied, but then it is no longer verified.
    public let payload: Payload

    /// For verifiers alone, after the last of their rules.
    package init(byVerifier payload: Payload) { self.payload = payload }

    /// The members of the payload.
    public subscript<Value>(dynamicMember member: KeyPath<Payload, Value>) -> Value { payload[keyPath: member] }
}

extension Verified: Equatable where Payload: Equatable {}
extension Verified: Hashable where Payload: Hashable {}

extension Verified: CustomStringConvertible where Payload: CustomStringConvertible {
    public var description: String { payload.description }
}
