import TestSupport
import Testing

@testable import AppStoreTrust

@Suite("What is remembered of trusted chains")
struct TrustedChainCacheTests {
    private let cache = TrustedChainCache(capacity: 2)

    private func evaluations(of certificates: [UInt8], times: Int) throws -> Int {
        let message = try CMSMessage(parsing: TestAuthority.trusted.get().signCMS(payload: [1]))
        let chain = message.certificates.map { message.octets($0) }
        let evaluator = ChainEvaluator(policy: try TestAuthority.policy)
        var count = 0
        for _ in 0..<times {
            _ = try cache.signer(at: 0, of: certificates[...]) { () throws(TrustError) in
                count += 1
                return try evaluator.evaluate(signer: 0, of: chain)
            }
        }
        return count
    }

    @Test("A chain is evaluated once, and the oldest is forgotten")
    func capacity() throws {
        #expect(try evaluations(of: [1], times: 3) == 1)
        #expect(try evaluations(of: [2], times: 1) == 1)
        #expect(try evaluations(of: [3], times: 1) == 1)
        #expect(cache.count == 2)
        #expect(try evaluations(of: [1], times: 1) == 1)
    }

    @Test("Certificates longer than the App Store's ever are take no memory")
    func length() throws {
        let longest = [UInt8](repeating: 1, count: TrustedChainCache.maximumLength)
        #expect(try evaluations(of: longest + [1], times: 2) == 2)
        #expect(cache.count == 0)
        #expect(try evaluations(of: longest, times: 2) == 1)
        #expect(cache.count == 1)
    }
}
