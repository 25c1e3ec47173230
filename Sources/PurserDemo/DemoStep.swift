public import AppStoreModels

/// One step of the demonstration: what happened, told to a person and to a machine.
public struct DemoStep: Sendable {
    /// The step's stable name in JSON, for example `receipt-validated`.
    public let name: String
    /// What happened, in a few words.
    public let title: String
    /// What is worth seeing, one line each.
    public let details: [Detail]
    /// The same for machines; the member `step` is added by whoever prints it.
    public let facts: JSONObject

    /// A line below a step's title.
    public struct Detail: Sendable {
        /// What kind of line it is.
        public enum Kind: Sendable {
            /// Something to know.
            case plain
            /// A check that passed.
            case passed
            /// Something that was taken away or refused, as it should be.
            case refused
        }

        public let label: String
        public let text: String
        public let kind: Kind

        public init(_ label: String, _ text: String, _ kind: Kind = .plain) {
            self.label = label
            self.text = text
            self.kind = kind
        }
    }

    public init(_ name: String, _ title: String, details: [Detail] = [], facts: JSONObject = JSONObject()) {
        self.name = name
        self.title = title
        self.details = details
        self.facts = facts
    }
}
