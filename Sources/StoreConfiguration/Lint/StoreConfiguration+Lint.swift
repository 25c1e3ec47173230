import AppStoreModels
public import Foundation

extension StoreConfiguration {
    /// Everything that is wrong or doubtful in a `.storekit` file, in the order of the file.
    ///
    /// Unlike ``init(data:)`` it does not stop at the first problem, and it says what Xcode and the App Store would make
    /// of each. A file with a finding of severity `error` may still be readable here.
    ///
    /// - Parameter data: The bytes of the file.
    /// - Returns: The findings; of the members at most ``maximumFindings``.
    public static func lint(_ data: some DataProtocol) -> [LintFinding] {
        let bytes = Array(data)
        let configuration: StoreConfiguration
        do {
            configuration = try StoreConfiguration(jsonData: bytes)
        } catch {
            return [LintFinding(error, in: bytes)]
        }
        let findings = LintFinding.located(configuration.lintReports(), in: bytes)
        guard let offset = configuration.firstDifference(from: bytes) else { return findings }
        let message = "from here on the bytes are not the ones that Xcode writes"
        return findings.merged(with: LintFinding(.layout, at: offset, message, in: bytes))
    }

    /// Everything that is wrong or doubtful in this configuration; the findings have paths but no places.
    public func lint() -> [LintFinding] {
        lintReports().map { LintFinding($0, location: nil) }
    }

    /// The most findings that ``lint(_:)`` returns; a file that is no configuration at all would have one for each member.
    public static let maximumFindings = 1000

    private func lintReports() -> [LintReport] {
        let sections = ["products", "nonRenewingSubscriptions", "subscriptionGroups"]
        guard sections.contains(where: { json[$0] != nil }) else {
            let message = "none of \(sections.joined(separator: ", ")) is here"
            return [LintReport(.notAConfiguration, MemberPath(), message)]
        }
        return Array((FormCheck(json).reports + MeaningCheck(self).reports).prefix(Self.maximumFindings))
    }

    /// Where the bytes begin to differ from Xcode's; nil if they do not, or only in a line feed at the end, which
    /// Xcode left out in one known file.
    private func firstDifference(from bytes: [UInt8]) -> Int? {
        let expected = Array(xcodeData)
        guard bytes != expected, bytes != expected.dropLast() else { return nil }
        return zip(bytes, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(bytes.count, expected.count)
    }
}
