import AppStoreModels
import AppStoreTrust
import Foundation

/// Checks a JWS and what is signed inside it, rule by rule.
struct JWSExaminer {
    let verifier: JWSVerifier
    /// The app it must be about, nil for any.
    let bundleID: String?
    /// The App Stores it may come from.
    let environments: Set<AppStoreEnvironment>
    /// Asks about the certificates, nil to ask nobody.
    let revocation: RevocationQuestion?
    /// The moment that counts as now.
    let now: Date

    /// By how many seconds the clocks may differ, as with receipts.
    private static let skew: TimeInterval = 86_400

    /// Checks the whole and then its parts, which must be about the same app and come from the same App Store.
    func examine(_ compact: String) async -> JWSExamination {
        var whole = await examineAlone(compact, name: "JWS")
        guard let payload = whole.payload else { return whole }
        for part in NestedJWS.all(in: payload) {
            whole.nested.append(await examineAlone(part.compact, name: part.name))
        }
        let claims = SignedClaims(payload)
        for index in whole.nested.indices {
            guard let part = whole.nested[index].payload else { continue }
            whole.nested[index].checks += checks(of: SignedClaims(part), inside: claims)
        }
        checkBinding(&whole.nested)
        return whole
    }

    private func examineAlone(_ compact: String, name: String) async -> JWSExamination {
        var examination = JWSExamination(name: name)
        let verified: VerifiedJWS
        do throws(TrustError) {
            verified = try verifier.verify(compact, now: now)
        } catch {
            examination.checks = [.failed("signature", error.code.rawValue, error.reason + hint(about: error, compact))]
            return examination
        }
        let anchor = verified.anchor.wellKnownName ?? "the root \(verified.anchor.description.prefix(16))…"
        examination.checks = [.passed("signature", "ES256, the chain ends at \(anchor)")]
        if let revocation { examination.checks.append(await revocation.check(compact, verifier, now: now)) }
        guard let payload = (try? JSONValue(parsing: verified.payload))?.object else {
            examination.checks.append(.failed("payload", "malformed-payload", "the signed bytes are no JSON object"))
            return examination
        }
        examination.payload = payload
        examination.checks += checks(of: SignedClaims(payload), signedAt: verified.signedAt)
        return examination
    }

    /// Why the present decides about a token whose certificates have expired.
    private func hint(about error: TrustError, _ compact: String) -> String {
        guard error.code == .certificateExpired, let jws = try? UnverifiedJWS(compact),
            let payload = (try? JSONValue(parsing: jws.payload))?.object, !SignedClaims(payload).hasDate
        else { return "" }
        return "; the payload names no date of signing, so now counts, or the date given with --at"
    }

    private func checks(of claims: SignedClaims, signedAt: Date) -> [JWSExamination.Check] {
        [
            kindCheck(claims), dateCheck(signedAt, isNamed: claims.hasDate), appCheck(claims), environmentCheck(claims),
        ]
    }

    private func kindCheck(_ claims: SignedClaims) -> JWSExamination.Check {
        guard let kind = claims.kind else {
            return .failed(
                "kind",
                "unknown-kind",
                "signed, but neither transaction, renewal information nor notification"
            )
        }
        return .passed("kind", "\(kind)\(claims.summary.isEmpty ? "" : ": ")\(claims.summary)")
    }

    private func dateCheck(_ date: Date, isNamed: Bool) -> JWSExamination.Check {
        let text = RFC3339.string(from: date)
        guard date <= now.addingTimeInterval(Self.skew) else {
            return .failed("date", "signing-date", "says it was signed in the future, on \(text)")
        }
        return .passed("date", isNamed ? "signed \(text)" : "names none; certificates were judged at \(text)")
    }

    private func appCheck(_ claims: SignedClaims) -> JWSExamination.Check {
        guard claims.kind != .renewalInfo else {
            return .skipped("app", "renewal information names none: compare its original transaction")
        }
        guard let bundleID else { return .skipped("app", "\(claims.bundleID ?? "none"), not compared: no --bundle-id") }
        guard claims.bundleID == bundleID else {
            return .failed("app", "wrong-app", "expected \(bundleID), found \(claims.bundleID ?? "none")")
        }
        return .passed("app", bundleID)
    }

    private func environmentCheck(_ claims: SignedClaims) -> JWSExamination.Check {
        // The token of an external purchase has no environment.
        guard let environment = claims.environment else { return .skipped("environment", "not named") }
        guard environments.contains(environment) else {
            let accepted = environments.map(\.rawValue).sorted().joined(separator: " or ")
            return .failed("environment", "wrong-environment", "expected \(accepted), found \(environment)")
        }
        return .passed("environment", environment.rawValue)
    }

    private func checks(of part: SignedClaims, inside whole: SignedClaims) -> [JWSExamination.Check] {
        var checks: [JWSExamination.Check] = []
        if part.kind != .renewalInfo, part.bundleID != whole.bundleID {
            let reason = "about \(part.bundleID ?? "no app") inside one about \(whole.bundleID ?? "no app")"
            checks.append(.failed("same app", "wrong-app", reason))
        }
        if part.environment != whole.environment {
            let names = [part.environment, whole.environment].map { $0?.rawValue ?? "none" }
            checks.append(.failed("same store", "wrong-environment", "from \(names[0]) inside one from \(names[1])"))
        }
        return checks
    }

    /// Renewal information names no app, so that of any app would verify: it must be of the transaction beside it.
    private func checkBinding(_ parts: inout [JWSExamination]) {
        let claims = parts.map { SignedClaims($0.payload ?? JSONObject()) }
        guard let renewal = claims.firstIndex(where: { $0.kind == .renewalInfo }) else { return }
        let found = claims[renewal].originalTransactionID
        guard let transaction = claims.first(where: { $0.kind == .transaction }) else {
            parts[renewal].checks.append(
                .failed("bound", "unbound-renewal-info", "there is no verified transaction beside it")
            )
            return
        }
        let expected = transaction.originalTransactionID
        parts[renewal].checks.append(
            found != nil && found == expected
                ? .passed("bound", "of the transaction beside it, original \(found ?? "")")
                : .failed("bound", "unbound-renewal-info", "expected \(expected ?? "none"), found \(found ?? "none")")
        )
    }
}
