import AppStoreModels
import AppStoreTrust
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore
import NIOCore

/// The OCSP responder of the store's authority (RFC 6960, appendix A): `POST /ocsp`, and `GET /ocsp/` with the question in
/// Base64.
///
/// All certificates of the store are good, but for those that the fault `revokedCertificate` signs with. Answers are dated
/// by real time, not by the store's clock, because that is what verifiers compare them with.
struct OCSPRoutes {
    let store: LocalAppStore
    let realTime: RealTime

    /// A longer question is refused, in bytes.
    private static let maximumLength = 8_192
    /// How long an answer counts, in seconds.
    private static let validity: TimeInterval = 3_600

    func add(to router: Router<BasicRequestContext>) {
        router.post("ocsp") { request, _ in
            try answer(Array(try await request.bytes(upTo: Self.maximumLength).readableBytesView))
        }
        router.get("ocsp/**") { request, _ in
            // Base64 has slashes of its own, so the path is taken as it came.
            let text = request.uri.path.dropFirst("/ocsp/".count).removingPercentEncoding ?? ""
            let question = text.utf8.count <= Self.maximumLength ? Data(base64: text) : nil
            return try answer(Array(question ?? Data()))
        }
    }

    private func answer(_ question: [UInt8]) throws -> Response {
        let now = realTime.now()
        let answer = try store.authority.ocspResponse(
            to: question,
            at: now,
            nextUpdate: now.addingTimeInterval(Self.validity)
        )
        return Response(
            status: .ok,
            headers: [.contentType: OCSPRequest.answerContentType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer))
        )
    }
}
