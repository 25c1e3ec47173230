/// Which row may be kept next: of rows about the same customer or purchase the first in the list comes first, however late the
/// App Store answered about it, so that the same list always leads to the same.
///
/// Rows wait for all before them to have an answer, and for those that are just being kept if they share anything with them.
struct ImportSequence<Answer> {
    private var answers: [Int: (answer: Answer, subjects: Set<ImportSubject>)] = [:]
    private var inWork: [Int: Set<ImportSubject>] = [:]
    private var next = 0

    /// Notes an answer.
    ///
    /// - Parameters:
    ///   - answer: What is to be kept.
    ///   - index: The place of the row in the list.
    ///   - subjects: Whom and what it is about.
    mutating func note(_ answer: Answer, to index: Int, about subjects: Set<ImportSubject>) {
        answers[index] = (answer, subjects)
    }

    /// The next row that may be kept now, which is in work from then on; nil while it has to wait.
    mutating func begin() -> (index: Int, answer: Answer)? {
        guard let (answer, subjects) = answers[next], inWork.values.allSatisfy(subjects.isDisjoint) else { return nil }
        defer { next += 1 }
        answers[next] = nil
        inWork[next] = subjects
        return (next, answer)
    }

    /// A row is kept.
    mutating func end(_ index: Int) { inWork[index] = nil }
}
