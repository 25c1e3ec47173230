/// Rules about the file as a whole and the form of its members.
extension LintRule {
    static let ofFiles = [
        notJSON, duplicateMember, notAConfiguration, wrongType, missingMember, usualMember, unknownMember,
        unknownVersion, layout,
    ]

    /// The text is not JSON.
    public static let notJSON = LintRule("not-json", .error, "Xcode cannot open the file.")
    /// A member stands twice in one object.
    public static let duplicateMember = LintRule(
        "duplicate-member",
        .error,
        "Readers of JSON differ in which of the two counts, so the editor and a test may see different values."
    )
    /// The text is JSON, but has nothing that a configuration has.
    public static let notAConfiguration = LintRule("not-a-configuration", .error, "Xcode cannot open the file.")
    /// A member has another JSON type than in all files of Xcode's.
    public static let wrongType = LintRule(
        "wrong-type",
        .error,
        "Xcode refuses files that it cannot decode (IDEStoreKitEditorConfigurationError)."
    )
    /// A member without which an entry means nothing is missing or empty.
    public static let missingMember = LintRule(
        "missing-member",
        .error,
        "The entry cannot be sold, and Xcode may refuse the file (IDEStoreKitEditorConfigurationError)."
    )
    /// A member that Xcode always writes in this version is missing.
    public static let usualMember = LintRule(
        "usual-member-missing",
        .note,
        "Xcode writes this member in every file of this version; it may or may not read a file without it."
    )
    /// A member that no known file of Xcode's has.
    public static let unknownMember = LintRule(
        "unknown-member",
        .note,
        "Xcode ignores members it does not know and may drop them when it writes the file."
    )
    /// The version of the format is newer than any known, or no version of Xcode's.
    public static let unknownVersion = LintRule(
        "unknown-version",
        .warning,
        "An Xcode that does not know the version may refuse the file; everything here is read by its members."
    )
    /// The bytes are not those that Xcode would write.
    public static let layout = LintRule(
        "layout",
        .note,
        "Xcode lays the file out anew when it next writes it, which makes a large difference in version control."
    )
}
