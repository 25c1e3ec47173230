import AppStoreModels
import AppStoreTrust
import Foundation

/// What came out of verifying a JWS, for a person and for a program.
struct JWSVerdict {
    private let examination: SignedDataExamination

    init(_ examination: SignedDataExamination) { self.examination = examination }

    /// Whether no rule failed here or in a part.
    var isValid: Bool { examination.isValid }

    private var parts: [JWSVerdict] { examination.parts.map(JWSVerdict.init) }

    func lines(on terminal: Terminal) -> [String] {
        let failure = examination.failures.first?.failure?.code.rawValue
        let verdict =
            failure.map { terminal.styled("The JWS is not valid: \($0)", .bad) }
            ?? terminal.styled("The JWS is valid.", .good)
        return checkLines(on: terminal) + [verdict]
    }

    private func checkLines(on terminal: Terminal) -> [String] {
        var table = TextTable()
        for check in examination.checks {
            let code = check.failure.map { "\($0.code): " } ?? ""
            table.add(mark(of: check.outcome, terminal), name(of: check), code + text(of: check))
        }
        var lines = table.lines(on: terminal)
        for part in parts {
            lines += [terminal.styled(part.examination.member ?? "", .heading)] + part.checkLines(on: terminal)
        }
        return lines
    }

    private func mark(of outcome: RuleOutcome<TrustError>, _ terminal: Terminal) -> String {
        switch outcome {
        case .passed: terminal.styled("✓", .good)
        case .failed: terminal.styled("✗", .bad)
        case .notApplicable: terminal.styled("–", .quiet)
        }
    }

    var json: JSONObject {
        var object: JSONObject = ["isValid": .bool(isValid), "failures": .array(failures)]
        object[string: "member"] = examination.member
        object[string: "kind"] = examination.kind?.rawValue
        object[object: "payload"] = examination.jws?.json
        if !parts.isEmpty {
            object[array: "parts"] = parts.map { .object($0.json) }
        }
        return object
    }

    private var failures: [JSONValue] {
        examination.checks.compactMap { check in
            check.failure.map { failure in
                [
                    "rule": .string(failure.code.rawValue), "check": .string(check.rule.rawValue),
                    "reason": .string(text(of: check)),
                ]
            }
        } + parts.flatMap(\.failures)
    }

    private func name(of check: SignedDataExamination.Check) -> String {
        check.rule.rawValue.replacingOccurrences(of: "-", with: " ")
    }

    /// What a rule has shown, or why it failed.
    private func text(of check: SignedDataExamination.Check) -> String {
        let claims = examination.claims
        switch check.outcome {
        case .failed(let error): return error.reason + hint(about: error)
        case .notApplicable(let reason):
            guard check.rule == .app, claims?.kind != .renewalInfo else { return reason }
            return "\(claims?.bundleID ?? "none"), not compared: no --bundle-id"
        case .passed: return examination.jws.map { meaning(of: check.rule, in: $0, SignedClaims($0.json)) } ?? ""
        }
    }

    private func meaning(of rule: SignedDataRule, in jws: VerifiedJWS, _ claims: SignedClaims) -> String {
        switch rule {
        case .signature:
            let anchor = jws.anchor.wellKnownName ?? "the root \(jws.anchor.description.prefix(16))…"
            return "ES256, the chain ends at \(anchor)"
        case .revocation: return "the authorities have withdrawn no certificate"
        case .members: return "identifier \(claims.notificationUUID ?? "")"
        case .kind:
            let summary = Self.summary(of: claims.kind, jws.json)
            return "\(claims.kind?.rawValue ?? "")\(summary.isEmpty ? "" : ": ")\(summary)"
        case .date:
            let date = RFC3339.string(from: jws.signedAt)
            return claims.hasDate ? "signed \(date)" : "names none; certificates were judged at \(date)"
        case .app, .sameApp: return claims.bundleID ?? "none"
        case .environment, .sameStore: return claims.environment?.rawValue ?? "none"
        case .bound: return "of the transaction beside it, original \(claims.originalTransactionID ?? "")"
        default: return ""
        }
    }

    /// The few words that identify a payload, may be empty.
    private static func summary(of kind: SignedPayloadKind?, _ payload: JSONObject) -> String {
        let words: [String?] =
            switch kind {
            case .notification?: [payload[string: "notificationType"], payload[string: "subtype"]]
            case .transaction?: [payload[string: "transactionId"], payload[string: "productId"]]
            case .renewalInfo?, .realtimeRequest?:
                [payload[string: "originalTransactionId"], payload[string: "productId"]]
            case .appTransaction?: [payload[string: "applicationVersion"].map { "version \($0)" }]
            default: []
            }
        return words.compactMap(\.self).joined(separator: " ")
    }

    /// Why the present decides about a token whose certificates have expired.
    private func hint(about error: TrustError) -> String {
        guard error.code == .certificateExpired, let jws = try? UnverifiedJWS(examination.compact),
            let payload = jws.json, !SignedClaims(payload).hasDate
        else { return "" }
        return "; the payload names no date of signing, so now counts, or the date given with --at"
    }
}
