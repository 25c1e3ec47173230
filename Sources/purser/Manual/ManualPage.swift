import AppStoreModels

/// The manual page of a tool, in the macros that `man` reads.
struct ManualPage {
    private let command: JSONObject
    private let version: String

    /// - Parameters:
    ///   - command: The member `command` of ArgumentParser's description of a tool.
    ///   - version: The version of the tool.
    init(_ command: JSONObject, version: String) {
        self.command = command
        self.version = version
    }

    var text: String {
        let name = command[string: "commandName"] ?? ""
        let head = [
            ".TH \(name.uppercased()) 1 \"\" \"\(name) \(version)\"",
            ".SH NAME", "\(Self.escaped(name)) \\- \(Self.escaped(command[string: "abstract"] ?? ""))",
            ".SH SYNOPSIS", ".B \(Self.escaped(name))", ".I command", "[options]",
            ".SH DESCRIPTION", Self.paragraph(command[string: "discussion"]),
            ".SH COMMANDS",
        ]
        let commands = subcommands(of: command).flatMap { section($0, path: [name]) }
        return (head + commands).filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
    }

    private func subcommands(of command: JSONObject) -> [JSONObject] {
        command.objects("subcommands").filter { $0[string: "commandName"] != "help" }
    }

    private func section(_ command: JSONObject, path: [String]) -> [String] {
        let path = path + [command[string: "commandName"] ?? ""]
        let arguments = command.objects("arguments").filter { argument in
            argument[boolean: "shouldDisplay"] == true && !["help", "version"].contains(argument[string: "valueName"])
        }
        let positional = arguments.filter { $0[string: "kind"] == "positional" }.map(Self.synopsis)
        let title = ".SS \"\((path + positional).map(Self.escaped).joined(separator: " "))\""
        let about = [command[string: "abstract"], command[string: "discussion"]].map(Self.paragraph)
        return [title, about[0], about[1].isEmpty ? "" : ".PP", about[1]] + Self.entries(arguments)
            + subcommands(of: command).flatMap { section($0, path: path) }
    }

    private static func synopsis(_ argument: JSONObject) -> String {
        let name = "<\(argument[string: "valueName"] ?? "")>" + (argument[boolean: "isRepeating"] == true ? " ..." : "")
        return argument[boolean: "isOptional"] == true ? "[\(name)]" : name
    }

    /// A flag and what takes it back share an entry, as in the help: both have the text that says what the flag does.
    private static func entries(_ arguments: [JSONObject]) -> [String] {
        var (lines, rest) = ([String](), arguments[...])
        while let argument = rest.popFirst() {
            var names = names(of: argument)
            let opposites = names.filter { $0.hasPrefix("--") }.map { "--no-\($0.dropFirst(2))" }
            if let next = rest.first, next[string: "kind"] == "flag", self.names(of: next) == opposites {
                names += opposites
                rest.removeFirst()
            }
            lines += entry(argument, names.map { "\\fB\(escaped($0))\\fR" })
        }
        return lines
    }

    private static func names(of argument: JSONObject) -> [String] {
        argument.objects("names").map { name in
            (name[string: "kind"] == "long" ? "--" : "-") + (name[string: "name"] ?? "")
        }
    }

    private static func entry(_ argument: JSONObject, _ names: [String]) -> [String] {
        let value = "\\fI\(escaped(argument[string: "valueName"] ?? ""))\\fR"
        let term =
            switch argument[string: "kind"] {
            case "positional": value
            case "flag": names.joined(separator: ", ")
            default: "\(names.joined(separator: ", ")) \(value)"
            }
        let fallback = argument[string: "defaultValue"].map { " (default: \($0))" } ?? ""
        let about = (argument[string: "abstract"] ?? "") + fallback
        return [".TP", term, paragraph(about), paragraph(argument[string: "discussion"])]
    }

    private static func paragraph(_ text: String?) -> String {
        (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.isEmpty ? ".PP" : escaped(String(line))
        }
        .joined(separator: "\n")
    }

    /// Text that is no instruction: a backslash is one, and a dot or an apostrophe at the beginning of a line.
    private static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("\"", with: "\\(dq")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}

extension JSONObject {
    /// The objects of an array member.
    fileprivate func objects(_ key: String) -> [JSONObject] { self[array: key]?.compactMap(\.object) ?? [] }
}
