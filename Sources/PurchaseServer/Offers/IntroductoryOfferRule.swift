/// Who may have the introductory offers of a group, where the server says so and not the App Store alone.
public enum IntroductoryOfferRule: String, Sendable, Hashable, CaseIterable {
    /// Whoever had one is refused, by whichever account of the App Store. For everybody else nothing is signed: the App
    /// Store decides by what it knows, which is more than any server does.
    case once
    /// Who had a subscription of the group and has none now may have one again; for everybody else as with ``once``.
    case again

    /// Nil where the App Store decides.
    func decision(_ standing: OfferStanding) -> Bool? {
        if self == .again, standing.hasSubscribed, !standing.hasAccess { return true }
        return standing.hadIntroduction ? false : nil
    }
}
