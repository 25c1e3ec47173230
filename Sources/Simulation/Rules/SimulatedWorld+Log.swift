import Foundation

// Rules 7 and 8: what the server says of itself.

extension SimulatedWorld {
    /// Rule 7.
    func secretsInLog() -> [String] {
        let lines = newLogLines
        newLogLines = []
        // The public key is in every copy of the app.
        let secrets = [
            ("the shared secret", SimulatedStore.sharedSecret), ("the server's secret key", server.secretKey),
            ("a webhook's secret", server.webhookSecret), ("a private key", "PRIVATE KEY"),
            ("a customer's token", server.customerToken),
        ]
        let found: [String] = secrets.compactMap { name, secret in
            guard !secret.isEmpty, let line = lines.first(where: { $0.contains(secret) }) else { return nil }
            // The finding goes into logs itself.
            let beginning = line.replacing(secret, with: "…").prefix { $0 != "=" }.prefix(60)
            return "\(name) is in the line that begins with \(beginning)"
        }
        // Three parts of a JWS; what a receipt or a certificate begins with, and more of it.
        let signed = /eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}\./
        let encoded = /MII[A-Za-z0-9+\/]{40}/
        let isSigned = lines.contains { $0.contains(signed) }
        let isEncoded = lines.contains { $0.contains(encoded) }
        return found + (isSigned ? ["something signed is in a line"] : [])
            + (isEncoded ? ["a receipt is in a line"] : [])
    }

    /// Rule 8.
    func takeOddities() -> [String] {
        defer { oddities = [] }
        return oddities
    }
}
