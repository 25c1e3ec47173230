import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("Mutants of a good JWS")
struct JWSMutationTests {
    @Test("are refused, or carry the same payload", arguments: [1, 2, 3, 4] as [UInt64])
    func tokens(seed: UInt64) throws {
        let payload = Data(#"{"signedDate":1722945600000,"bundleId":"com.example.app","price":9990}"#.utf8)
        let token = Array(try TestAuthority.trusted.get().jwsSigner.sign(payload).utf8)
        let verifier = JWSVerifier(policy: try TestAuthority.policy)
        var generator = SeededGenerator(seed: seed)
        var refused = 0
        for number in 0..<1_250 {
            let mutant = String(decoding: Mutation.mutate(token, &generator), as: UTF8.self)
            do {
                let verified = try verifier.verify(mutant)
                #expect(verified.payload == payload, "mutant \(number)")
            } catch {
                refused += 1
            }
        }
        // A change may put back what was there, or happen to change nothing; few do.
        #expect(refused > 1_200)
    }
}
