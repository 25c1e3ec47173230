import Foundation

/// A piece of work that takes longer than a moment, and who does it: of several servers on one database one at a time.
struct WorkClaim: Sendable, Hashable {
    /// What is done.
    let name: String
    /// Who does it; nobody else has this name.
    let holder: String

    /// For how many seconds it is claimed. Who ends without a word keeps others off for as long as this.
    static let duration: TimeInterval = 150
    /// After how many seconds of work it is claimed anew.
    static let renewal: TimeInterval = 30

    /// - Parameters:
    ///   - name: What is done.
    ///   - holder: Who does it.
    init(_ name: String, holder: String = RandomIdentifier.make("holder")) { (self.name, self.holder) = (name, holder) }
}

/// A claim that is held while its work is done, and renewed as time goes by.
struct HeldWork: Sendable {
    private let claim: WorkClaim
    private let storage: PurchaseDatabase
    private let now: @Sendable () -> Date
    private var renewed: Date

    /// Claims the work.
    ///
    /// - Returns: nil if somebody else does it.
    /// - Throws: ``PurchaseServerError`` if the database cannot be asked.
    init?(_ name: String, in storage: PurchaseDatabase, now: @escaping @Sendable () -> Date) async throws {
        let (claim, date) = (WorkClaim(name), now())
        guard try await storage.claim(claim, at: date) else { return nil }
        (self.claim, self.storage, self.now, renewed) = (claim, storage, now, date)
    }

    /// Keeps it, if it was claimed some time ago.
    ///
    /// - Returns: false if somebody else does it by now, because this took too long: it is theirs.
    /// - Throws: ``PurchaseServerError`` if the database cannot be asked.
    mutating func goOn() async throws -> Bool {
        let date = now()
        guard date >= renewed.addingTimeInterval(WorkClaim.renewal) else { return true }
        renewed = date
        return try await storage.claim(claim, at: date)
    }

    /// Leaves it to others, also where the task was cancelled. Where that fails they have it after a while.
    func end() async {
        guard storage.engine.isShared else { return }
        await Task { [storage, claim] in try? await storage.release(claim) }.value
    }
}
