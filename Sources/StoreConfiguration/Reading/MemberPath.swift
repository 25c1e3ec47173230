/// The way from the root of a JSON text to one value.
struct MemberPath: Sendable, Hashable, CustomStringConvertible {
    enum Step: Sendable, Hashable {
        case member(String)
        case element(Int)
    }

    var steps: [Step] = []

    func appending(_ member: String) -> MemberPath { MemberPath(steps: steps + [.member(member)]) }
    func appending(_ index: Int) -> MemberPath { MemberPath(steps: steps + [.element(index)]) }
    var parent: MemberPath { MemberPath(steps: steps.dropLast()) }

    var description: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .member(let name): text += text.isEmpty ? name : "." + name
            case .element(let index): text += "[\(index)]"
            }
        }
    }
}
