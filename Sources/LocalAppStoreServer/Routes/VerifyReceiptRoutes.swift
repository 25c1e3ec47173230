import AppStoreModels
import HTTPTypes
import Hummingbird
import LocalAppStore
import NIOCore

/// `verifyReceipt` as Apple has it, below `/production` and `/sandbox`; plain, as the environment has it that the store is in.
///
/// HTTP says 200 whatever the `status` in the body; only a body beyond the limit is refused by HTTP itself, and all while
/// what has fallen due cannot be written down.
struct VerifyReceiptRoutes {
    let verification: VerifyReceiptResponder
    let clock: StoreClock
    let limit: Int

    func add(to router: Router<BasicRequestContext>) {
        let places: [(RouterPath, VerifyReceiptEndpoint?)] = [
            ("verifyReceipt", nil), ("production/verifyReceipt", .production), ("sandbox/verifyReceipt", .sandbox),
        ]
        for (path, endpoint) in places {
            router.post(path) { request, _ in
                // The content type does not matter: real clients send forms, and nothing at all.
                let body = try await request.bytes(upTo: limit)
                do throws(StoreError) {
                    try clock.keepUp()
                } catch {
                    throw RequestError(error)
                }
                return answer(body, endpoint ?? verification.ownEndpoint)
            }
            for method in [HTTPRequest.Method.get, .put, .delete, .patch, .options] {
                router.on(path, method: method) { _, _ in JSONAnswer(["status": 21000]) }
            }
        }
    }

    private func answer(_ body: ByteBuffer, _ endpoint: VerifyReceiptEndpoint) -> JSONAnswer {
        // A body that is no JSON object has no `receipt-data`.
        let request = (try? VerifyReceiptRequest(jsonData: body.readableBytesView)) ?? VerifyReceiptRequest()
        return JSONAnswer(.object(verification.answer(request, endpoint: endpoint).json))
    }
}
