import AppStoreModels
import AppStoreTrust
import Foundation

/// A JWS as it claims to be, for a person and for a program.
struct UnverifiedJWSReport {
    let name: String
    let jws: UnverifiedJWS

    private var payload: JSONObject? { jws.json }
    private var kind: SignedPayloadKind? { payload.flatMap(SignedPayloadKind.init(recognizing:)) }

    /// What is signed inside; what is no JWS there is left out, the row of its member shows it.
    private var nested: [UnverifiedJWSReport] {
        SignedPart.all(in: payload ?? JSONObject()).compactMap { part in
            (try? UnverifiedJWS(part.compact)).map { UnverifiedJWSReport(name: part.member, jws: $0) }
        }
    }

    /// - Parameter shown: The certificates that were shown just before: they are not shown again.
    func lines(on terminal: Terminal, after shown: [Data] = []) -> [String] {
        let title = "\(name): \(kind?.rawValue ?? "unknown kind")"
        var lines =
            [terminal.styled(title, .heading), ""] + headerTable(after: shown).lines(on: terminal).map(\.trimmedAtEnd)
        lines += [""] + payloadLines(on: terminal)
        for part in nested { lines += [""] + part.lines(on: terminal, after: jws.certificates) }
        return lines
    }

    private func headerTable(after shown: [Data]) -> TextTable {
        var table = TextTable()
        table.add("algorithm", jws.algorithm ?? "not named")
        table.add("signature", "\(jws.signature.count) bytes, not verified")
        if jws.certificates.isEmpty { table.add("certificates", "none") }
        guard jws.certificates != shown || shown.isEmpty else {
            table.add("certificates", "the same as above")
            return table
        }
        for (index, certificate) in jws.certificates.enumerated() {
            switch Result(catching: { () throws(TrustError) in try CertificateSummary(derEncoded: certificate) }) {
            case .success(let summary):
                table.add("certificate \(index + 1)", summary.subject)
                table.add("", validity(of: summary))
            case .failure(let error):
                table.add("certificate \(index + 1)", error.reason)
            }
        }
        return table
    }

    private func validity(of summary: CertificateSummary) -> String {
        var text = "\(summary.key), valid \(RFC3339.string(from: summary.validFrom)) to "
        text += RFC3339.string(from: summary.validUntil)
        if summary.isReceiptSigner { text += ", marked as signer of receipts" }
        if summary.isIntermediateOfApple { text += ", marked as Apple's intermediate" }
        if let name = summary.anchor.wellKnownName { text += ", the genuine \(name)" }
        return text
    }

    private func payloadLines(on terminal: Terminal) -> [String] {
        guard let payload else { return ["the payload is no JSON object (\(jws.payload.count) bytes)"] }
        var table = TextTable()
        for row in PayloadText(payload).rows { table.add(row.name, row.value) }
        return table.lines(on: terminal).map(\.trimmedAtEnd)
    }

    var json: JSONObject {
        var object: JSONObject = ["verified": false]
        object[string: "kind"] = kind?.rawValue
        object[string: "algorithm"] = jws.algorithm
        object[array: "certificates"] = jws.certificates.map { .object(Self.object(of: $0)) }
        object["payload"] = (try? JSONValue(parsing: jws.payload)) ?? .string(jws.payload.base64EncodedString())
        if !nested.isEmpty {
            object[array: "parts"] = nested.map { part in
                var json = part.json
                json[string: "member"] = part.name
                return .object(json)
            }
        }
        return object
    }

    private static func object(of certificate: Data) -> JSONObject {
        do throws(TrustError) {
            let summary = try CertificateSummary(derEncoded: certificate)
            return [
                "subject": .string(summary.subject), "issuer": .string(summary.issuer), "key": .string(summary.key),
                "validFrom": .number(JSONNumber(summary.validFrom.millisecondsSince1970)),
                "validUntil": .number(JSONNumber(summary.validUntil.millisecondsSince1970)),
                "sha256": .string(summary.anchor.description),
                "isReceiptSigner": .bool(summary.isReceiptSigner),
                "isIntermediateOfApple": .bool(summary.isIntermediateOfApple),
            ]
        } catch {
            return FailureReport.object(of: error)
        }
    }
}

extension TrustAnchor {
    /// The name of a root of Apple's, nil for others.
    var wellKnownName: String? {
        switch self {
        case .appleIncRoot: "Apple Inc. Root"
        case .appleRootCAG3: "Apple Root CA - G3"
        default: nil
        }
    }
}
