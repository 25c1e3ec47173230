import ArgumentParser

/// `purser completions`: what a shell needs to complete the tool's commands.
struct CompletionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "completions",
        abstract: "Print a script that completes commands and options in a shell.",
        discussion: """
            bash: purser completions bash > ~/.local/share/bash-completion/completions/purser
            zsh: purser completions zsh > a folder of $fpath, by the name _purser
            fish: purser completions fish > ~/.config/fish/completions/purser.fish
            """
    )

    /// The shells that ArgumentParser writes for.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish

        var shell: CompletionShell {
            switch self {
            case .bash: .bash
            case .zsh: .zsh
            case .fish: .fish
            }
        }
    }

    @Argument(help: "Which shell.")
    var shell: Shell

    func run() {
        StandardStream.output.write(Purser.completionScript(for: shell.shell) + "\n")
    }
}
