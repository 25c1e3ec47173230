/// A finding before its place in the file is looked up.
struct LintReport {
    let rule: LintRule
    let path: MemberPath
    let message: String

    init(_ rule: LintRule, _ path: MemberPath, _ message: String) {
        (self.rule, self.path, self.message) = (rule, path, message)
    }
}
