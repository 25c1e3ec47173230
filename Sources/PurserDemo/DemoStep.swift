package import AppStoreModels

/// One step of the demonstration: what happened, told to a person and to a machine.
package struct DemoStep: Sendable {
    /// The step's stable name in JSON, for example `receipt-validated`.
    package let name: String
    /// What happened, in a few words.
    package let title: String
    /// What is worth seeing, one line each.
    package let details: [Detail]
    /// The same for machines; the member `step` is added by whoever prints it.
    package let facts: JSONObject

    /// A line below a step's title.
    package struct Detail: Sendable {
        /// What kind of line it is.
        package enum Kind: Sendable {
            /// Something to know.
            case plain
            /// A check that passed.
            case passed
            /// Something that was taken away or refused, as it should be.
            case refused
        }

        package let label: String
        package let text: String
        package let kind: Kind

        package init(_ label: String, _ text: String, _ kind: Kind = .plain) {
            self.label = label
            self.text = text
            self.kind = kind
        }
    }

    package init(_ name: String, _ title: String, details: [Detail] = [], facts: JSONObject = JSONObject()) {
        self.name = name
        self.title = title
        self.details = details
        self.facts = facts
    }
}
