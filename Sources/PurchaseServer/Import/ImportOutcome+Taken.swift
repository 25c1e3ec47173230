extension ImportOutcome {
    /// What came of a row that was taken, perhaps without all that it says of the customer.
    ///
    /// - Parameters:
    ///   - attributes: Names of attributes for which there is no place, or which are none. What they say stays out of reports.
    ///   - aliases: What became of the row's aliases. They are persons' names, and stay out of reports, too.
    init(takenWithout attributes: [String], _ aliases: [MergeOutcome] = []) {
        let lost = [Self.sentence(onAliases: aliases), Self.sentence(onAttributes: attributes)]
        let code = lost[0] != nil ? Code.aliasesNotKept : lost[1] != nil ? .attributesNotKept : .imported
        let detail = lost.compactMap(\.self).joined(separator: "; ")
        self.init(code, detail.isEmpty ? nil : detail)
    }

    private static func sentence(onAliases aliases: [MergeOutcome]) -> String? {
        let others = aliases.count { $0 == .otherAccount }
        let toMany = aliases.count { $0 == .tooManyAliases }
        let parts = [
            others > 0 ? "\(others) of \(aliases.count) aliases: another account has the name" : nil,
            toMany > 0
                ? "\(toMany) of \(aliases.count) aliases: a customer has at most \(CustomerNames.maximumAliases)" : nil,
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    private static func sentence(onAttributes attributes: [String]) -> String? {
        guard !attributes.isEmpty else { return nil }
        let names = Set(attributes).sorted().prefix(8).map { $0.prefix(CustomerAttribute.maximumKeyLength) }
        let more = Set(attributes).count > names.count ? " and \(Set(attributes).count - names.count) more" : ""
        return "of \(names.joined(separator: ", "))\(more): a name has at most \(CustomerAttribute.maximumKeyLength) "
            + "characters, a value \(CustomerAttribute.maximumValueLength), a customer "
            + "\(CustomerAttribute.maximumCount) attributes"
    }
}
