/// What lets people in, and writes down what they do.
struct Console: Sendable {
    let door: ConsoleDoor
    let audit: ConsoleAudit
}
