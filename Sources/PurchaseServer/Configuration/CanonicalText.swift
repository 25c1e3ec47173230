/// The same text for equal values, whatever order their sets and dictionaries have in this process.
struct CanonicalText {
    let text: String

    init(_ value: Any) {
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .dictionary, .set:
            text = "[" + mirror.children.map { CanonicalText($0.value).text }.sorted().joined(separator: ",") + "]"
        case _ where mirror.children.isEmpty:
            text = String(reflecting: value)
        default:
            let members = mirror.children.map { "\($0.label ?? ""):\(CanonicalText($0.value).text)" }
            text = "\(mirror.subjectType)(\(members.joined(separator: ",")))"
        }
    }
}
