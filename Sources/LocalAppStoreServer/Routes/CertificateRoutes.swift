import AppStoreTrust
import HTTPTypes
import Hummingbird
import NIOCore

/// The roots that whoever verifies the store's data must trust: PEM and DER.
struct CertificateRoutes {
    let authority: CertificateAuthority
    /// With what the store speaks TLS; nil if it does not.
    var tls: StoreTLS?

    func add(to router: Router<BasicRequestContext>) {
        add("receipt-root", authority.receiptRootPEM, to: router)
        add("jws-root", authority.jwsRootPEM, to: router)
        if let root = try? tls?.rootPEM { add("tls-root", root, to: router) }
    }

    private func add(_ name: String, _ pem: String, to router: Router<BasicRequestContext>) {
        router.get(RouterPath("certificates/\(name).pem")) { _, _ in
            file(ByteBuffer(string: pem), type: "application/x-pem-file")
        }
        router.get(RouterPath("certificates/\(name).der")) { _, _ in
            file(ByteBuffer(bytes: try PEMBlock.blocks(in: pem).flatMap(\.content)), type: "application/pkix-cert")
        }
    }

    private func file(_ content: ByteBuffer, type: String) -> Response {
        Response(status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: content))
    }
}
