public import CStoreKit

extension SKTestSession {
    /// How fast subscriptions renew. A number that no name is known for is a rate too; time is real then.
    public typealias TimeRate = SKTestTimeRate
}
