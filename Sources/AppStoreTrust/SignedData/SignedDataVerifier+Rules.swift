import AppStoreModels
import Foundation

extension SignedDataVerifier {
    typealias Check = SignedDataExamination.Check

    /// Examines the whole and then its parts.
    ///
    /// - Parameter kind: What it must be, nil for anything known.
    func examine(_ compact: String, as kind: SignedPayloadKind?) -> SignedDataExamination {
        let moment = now()
        var whole = examineAlone(compact, as: kind, at: moment)
        guard let jws = whole.jws, let claims = whole.claims else { return whole }
        whole.parts = SignedPart.all(in: jws.json).map { part in
            var examination = examineAlone(part.compact, member: part.member, as: part.kind, at: moment)
            if let inner = examination.claims {
                examination.checks.append(sameApp(inner, in: claims))
                examination.checks.append(sameStore(inner, in: claims))
            }
            return examination
        }
        if let renewal = whole.parts.firstIndex(where: { $0.kind == .renewalInfo }),
            let claims = whole.parts[renewal].claims
        {
            let transaction = whole.parts.first { $0.kind == .transaction }?.claims
            whole.parts[renewal].checks.append(bound(claims, to: transaction))
        }
        return whole
    }

    private func examineAlone(
        _ compact: String,
        member: String? = nil,
        as kind: SignedPayloadKind?,
        at moment: Date
    ) -> SignedDataExamination {
        do throws(TrustError) {
            let jws = try verifier.verify(compact, now: moment)
            let claims = SignedClaims(jws.json)
            var examination = SignedDataExamination(of: compact, member: member, good: (jws, claims))
            examination.checks.reserveCapacity(Self.usualCount)
            examination.checks.append(Check(.signature, .passed))
            if let members = members(claims, as: kind) { examination.checks.append(members) }
            examination.checks.append(self.kind(claims, as: kind))
            examination.checks.append(date(jws.signedAt, moment))
            examination.checks.append(app(claims))
            examination.checks.append(environment(claims))
            return examination
        } catch {
            var examination = SignedDataExamination(of: compact, member: member, good: nil)
            examination.checks = [Check(.signature, .failed(error))]
            return examination
        }
    }

    /// How many rules there are about most data: no list of them is then moved while it grows.
    private static let usualCount = 8

    private func members(_ claims: SignedClaims, as kind: SignedPayloadKind?) -> Check? {
        guard kind ?? claims.kind == .notification else { return nil }
        if claims.notificationUUID == nil { return Check(.members, .failed(.missing("notificationUUID"))) }
        guard claims.body == nil else { return Check(.members, .passed) }
        return Check(.members, .failed(.missing(SignedClaims.bodies.joined(separator: " or "))))
    }

    private func kind(_ claims: SignedClaims, as expected: SignedPayloadKind?) -> Check {
        guard let kind = claims.kind else {
            let reason = "signed, but neither transaction, renewal information nor notification"
            return Check(.kind, .failed(TrustError(.unknownKind, reason)))
        }
        guard let expected, kind != expected else { return Check(.kind, .passed) }
        return Check(.kind, .failed(TrustError(.wrongKind, "expected \(expected), found \(kind)")))
    }

    private func date(_ date: Date, _ moment: Date) -> Check {
        guard date > moment.addingTimeInterval(maximumClockSkew) else { return Check(.date, .passed) }
        let reason = "says it was signed in the future, on \(RFC3339.string(from: date))"
        return Check(.date, .failed(TrustError(.signingDate, reason)))
    }

    private func app(_ claims: SignedClaims) -> Check {
        guard claims.kind != .renewalInfo else {
            return Check(.app, .notApplicable("renewal information names none: compare its original transaction"))
        }
        guard let apps else { return Check(.app, .notApplicable("any app is accepted")) }
        guard let bundleID = claims.bundleID else { return Check(.app, .failed(.missing("bundleId"))) }
        guard let app = apps[bundleID] else {
            return Check(.app, .failed(.wrongApp(apps.keys.sorted().joined(separator: " or "), bundleID)))
        }
        // Only production knows the number, and only some kinds of data name it.
        if claims.environment == .production, claims.namesAppAppleID, let number = app.appAppleID,
            claims.appAppleID != number
        {
            return Check(.app, .failed(.wrongApp("appAppleId \(number)", claims.appAppleID.map(String.init))))
        }
        return Check(.app, .passed)
    }

    private func environment(_ claims: SignedClaims) -> Check {
        guard let environment = claims.environment else { return Check(.environment, .notApplicable("not named")) }
        guard !environments.contains(environment) else { return Check(.environment, .passed) }
        let accepted = environments.map(\.rawValue).sorted().joined(separator: " or ")
        let reason = "expected \(accepted), found \(environment.rawValue.prefix(40))"
        return Check(.environment, .failed(TrustError(.wrongEnvironment, reason)))
    }

    private func sameApp(_ part: SignedClaims, in whole: SignedClaims) -> Check {
        guard part.kind != .renewalInfo else {
            return Check(.sameApp, .notApplicable("renewal information names none"))
        }
        guard part.bundleID != whole.bundleID else { return Check(.sameApp, .passed) }
        let names = [part, whole].map { $0.bundleID?.prefix(155) ?? "no app" }
        return Check(.sameApp, .failed(TrustError(.wrongApp, "about \(names[0]) inside one about \(names[1])")))
    }

    func sameStore(_ part: SignedClaims, in whole: SignedClaims) -> Check {
        guard part.environment != whole.environment else { return Check(.sameStore, .passed) }
        let names = [part, whole].map { $0.environment?.rawValue.prefix(40) ?? "none" }
        let reason = "from \(names[0]) inside one from \(names[1])"
        return Check(.sameStore, .failed(TrustError(.wrongEnvironment, reason)))
    }

    func bound(_ renewal: SignedClaims, to transaction: SignedClaims?) -> Check {
        guard let transaction else {
            let reason = "there is no verified transaction beside it"
            return Check(.bound, .failed(TrustError(.unboundRenewalInfo, reason)))
        }
        let (expected, found) = (transaction.originalTransactionID, renewal.originalTransactionID)
        if found != nil, found == expected { return Check(.bound, .passed) }
        let reason = "expected \(expected ?? "none"), found \(found ?? "none")"
        return Check(.bound, .failed(TrustError(.unboundRenewalInfo, reason)))
    }
}

extension TrustError {
    static func missing(_ member: String) -> TrustError { TrustError(.missingMember, "has no \(member)") }

    fileprivate static func wrongApp(_ expected: String, _ found: String?) -> TrustError {
        TrustError(.wrongApp, "expected \(expected), found \(found?.prefix(155) ?? "none")")
    }
}
