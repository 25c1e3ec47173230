public import Foundation

/// How things stand between a person and a level of access.
public struct LevelAccess: Sendable, Hashable {
    /// The level.
    public let level: EntitlementLevel
    /// Whether the person has it now.
    public let isActive: Bool
    /// The date until which it is owed without a gap, by all that gives it together; where it is not active, when it ended.
    ///
    /// Nil if there is no end or none is known, and of a level that never began.
    public let accessEndDate: Date?
    /// What gives the level, gave it or will give it; what gives it longest comes first.
    public let sources: [AccessSource]

    /// - Parameter sources: At least one.
    init(level: EntitlementLevel, sources: [AccessSource], at date: Date) {
        self.level = level
        self.sources = sources.sorted(by: AccessSource.precedes)
        isActive = sources.contains(where: \.isActive)
        accessEndDate =
            isActive
            ? LevelAccess.end(of: sources, at: date)
            : sources.filter { $0.startDate <= date }.compactMap(\.accessEndDate).max()
    }

    /// Until when sources give access without a gap.
    private static func end(of sources: [AccessSource], at date: Date) -> Date? {
        var end = date
        // What was given before and is no more cannot begin again, and a purchase that waits cannot be relied on.
        let rest = sources.filter { $0.isActive || ($0.kind == .grant && $0.startDate > date) }
            .sorted { $0.startDate < $1.startDate }
        for source in rest where source.isActive || source.startDate <= end {
            guard let sourceEnd = source.accessEndDate else { return nil }
            end = max(end, sourceEnd)
        }
        return end
    }
}
