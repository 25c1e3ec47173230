import Foundation

// Rules 7 and 8: what the server says of itself.

extension SimulatedWorld {
    /// Rule 7.
    func secretsInLog() -> [String] {
        let lines = newLogLines
        newLogLines = []
        let secrets = [
            ("the shared secret", SimulatedStore.sharedSecret), ("the server's secret key", server.secretKey),
            ("a webhook's secret", server.webhookSecret), ("a private key", "PRIVATE KEY"),
            // What every JWS begins with, and every receipt.
            ("something signed", "eyJhbGciOiJ"), ("a receipt", "MIIE"), ("a receipt", "MIIF"), ("a receipt", "MIIG"),
        ]
        return secrets.compactMap { name, secret in
            guard !secret.isEmpty, let line = lines.first(where: { $0.contains(secret) }) else { return nil }
            // The finding goes into logs itself.
            return "\(name) is in the line that begins with \(line.prefix { $0 != "=" }.prefix(60))"
        }
    }

    /// Rule 8.
    func takeOddities() -> [String] {
        defer { oddities = [] }
        return oddities
    }
}
