"""A line between browser and server that can be cut."""

import socket
import threading
from urllib.parse import urlsplit


class Line:
    """Passes bytes between a port of its own and the store."""

    def __init__(self, url):
        self.target = (urlsplit(url).hostname, urlsplit(url).port)
        self.port = 0
        self.ends = []
        self.join()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def join(self):
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, args=[self.listener], daemon=True).start()

    def cut(self):
        """Ends every connection and refuses new ones."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for end in self.ends:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass  # It had ended by itself.
        self.ends = []

    def accept(self, listener):
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            far = socket.create_connection(self.target)
            self.ends += [near, far]
            for source, sink in [(near, far), (far, near)]:
                threading.Thread(target=self.carry, args=[source, sink], daemon=True).start()

    @staticmethod
    def carry(source, sink):
        try:
            while data := source.recv(65_536):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # The line was cut.
