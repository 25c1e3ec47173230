import AppStoreModels
import AppStoreTrust
import ArgumentParser
import Foundation
import OutgoingHTTP

/// The roots of a local store, as it shows them itself. Only one on this machine is believed: whoever answers in the place
/// of another could sign whatever they like.
struct StoreRoots {
    let store: URL
    var transport: any HTTPTransport = AsyncHTTPClientTransport()
    /// How many seconds the store may take for each answer.
    var patience: TimeInterval = 10

    private static let names = ["receipt-root", "jws-root"]

    /// - Throws: `ValidationError` that says which options are missing.
    func anchors() async throws -> [TrustAnchor] {
        guard store.isOnThisMachine else {
            throw ValidationError(
                "--store-url: the store is on another machine; name its roots, which lie in its folder: "
                    + "--root receipt-root.pem --root jws-root.pem"
            )
        }
        var anchors: [TrustAnchor] = []
        for name in Self.names { anchors.append(try await anchor(name)) }
        return anchors
    }

    private func anchor(_ name: String) async throws -> TrustAnchor {
        do {
            let answer = try await transport.send(
                HTTPTransportRequest(
                    url: store.appendingPathComponent("certificates/\(name).pem"),
                    method: "GET",
                    body: Data(),
                    timeout: patience,
                    maximumResponseLength: 65_536
                )
            )
            guard answer.status == 200 else { throw Self.failure("it answers \(answer.status)") }
            return try TrustAnchor(pemEncoded: String(decoding: answer.body, as: UTF8.self))
        } catch let error as ValidationError {
            throw error
        } catch {
            throw Self.failure("\(error)")
        }
    }

    private static func failure(_ seen: String) -> ValidationError {
        ValidationError(
            "--store-url: the store does not say whom to trust (\(seen)); start it first, or name its roots: "
                + "--root receipt-root.pem --root jws-root.pem"
        )
    }
}
