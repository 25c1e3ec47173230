import Foundation

/// The streams that a process begins with.
enum ProcessStreams {
    /// Makes them safe to use; the first thing that the tool does.
    ///
    /// - Writing to a pipe that nobody reads is an error from then on, not the end of the process: a server goes on when
    ///   its log is read no more, and a command ends in order.
    /// - A stream that was closed by the caller (`>&-`) fails when it is used. Otherwise the next file that is opened
    ///   takes its number: a database would get what is meant for a person.
    static func prepare() {
        _ = signal(SIGPIPE, SIG_IGN)
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)] {
            guard fcntl(descriptor, F_GETFD) == -1, errno == EBADF else { continue }
            // The lowest number that is free is this one, since those before it are taken.
            _ = open("/dev/null", mode)
        }
    }
}
