import Foundation

/// Copies hosted content to the device, one piece at a time.
struct DownloadTask: Sendable {
    let content: HostedContent
    /// Where the content will be.
    let target: URL
    private(set) var state = SKDownloadState.waiting
    private(set) var received: Int64 = 0
    private(set) var error: (any Error)?
    private var fileIndex = 0
    private var offset: UInt64 = 0

    init(_ content: HostedContent, target: URL) {
        self.content = content
        self.target = target
    }

    /// 0 to 1.
    var progress: Float {
        if state == .finished { return 1 }
        return content.length == 0 ? 0 : Float(Double(received) / Double(content.length))
    }

    /// Begins or goes on. False if there is nothing to begin.
    mutating func start() -> Bool {
        guard state == .waiting || state == .paused else { return false }
        state = .active
        return true
    }

    /// Stops for a while. False if it does not run.
    mutating func pause() -> Bool {
        guard state == .active || state == .waiting else { return false }
        state = .paused
        return true
    }

    /// Ends for good and removes what has arrived. False if it has ended before.
    mutating func cancel() -> Bool {
        guard [.waiting, .active, .paused].contains(state) else { return false }
        state = .cancelled
        try? FileManager.default.removeItem(at: target)
        return true
    }

    /// Copies at most `limit` bytes. Whether there is more to copy is for ``state`` to say.
    mutating func step(_ limit: Int) {
        guard state == .active else { return }
        do {
            try copy(limit)
            if fileIndex == content.files.count { state = .finished }
        } catch {
            self.error = error
            state = .failed
            try? FileManager.default.removeItem(at: target)
        }
    }

    private mutating func copy(_ limit: Int) throws {
        var left = limit
        while left > 0, fileIndex < content.files.count {
            let file = content.files[fileIndex]
            let piece = try read(file, limit: left)
            try write(piece, to: target.appendingPathComponent(file.path))
            received += Int64(piece.count)
            left -= piece.count
            offset += UInt64(piece.count)
            if piece.isEmpty || Int64(offset) >= file.length {
                fileIndex += 1
                offset = 0
            }
        }
    }

    private func read(_ file: HostedContent.File, limit: Int) throws -> Data {
        let source = try FileHandle(forReadingFrom: content.folder.appendingPathComponent(file.path))
        defer { try? source.close() }
        try source.seek(toOffset: offset)
        return try source.read(upToCount: limit) ?? Data()
    }

    private func write(_ piece: Data, to url: URL) throws {
        if offset == 0 {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try piece.write(to: url)
        } else {
            let file = try FileHandle(forWritingTo: url)
            defer { try? file.close() }
            try file.seekToEnd()
            try file.write(contentsOf: piece)
        }
    }
}
