import Foundation
import Locking

/// Remembers what responders said until it is out of date, and for a short time that they said nothing usable.
///
/// Only certificates of chains that lead to a trusted anchor are asked about, so strangers cannot fill it; the bound
/// keeps it small all the same.
final class RevocationAnswerCache: Sendable {
    /// A verdict, or why there is none.
    typealias Answer = Result<CertificateStatus, TrustError>

    private struct Entry {
        let certificate: OCSPCertificateID
        let answer: Answer
        let validUntil: Date
    }

    /// Oldest first.
    private let entries = Locked<[Entry]>([])
    private let capacity: Int

    init(capacity: Int = 64) { self.capacity = capacity }

    var count: Int { entries.withLock { $0.count } }

    func answer(about certificate: OCSPCertificateID, at now: Date) -> Answer? {
        entries.withLock { entries in
            entries.removeAll { $0.validUntil <= now }
            return entries.first { $0.certificate == certificate }?.answer
        }
    }

    func insert(_ answer: Answer, about certificate: OCSPCertificateID, validUntil: Date) {
        let entry = Entry(certificate: certificate, answer: answer, validUntil: validUntil)
        entries.withLock { [capacity] entries in
            entries.removeAll { $0.certificate == certificate }
            entries.append(entry)
            if entries.count > capacity { entries.removeFirst(entries.count - capacity) }
        }
    }
}
