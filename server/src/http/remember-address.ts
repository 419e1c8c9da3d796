import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A connection knows where it came from only while it stands, unless it was asked once: whoever hangs up early is counted and told all the same. */
export function rememberAddress(server: Server): void {
  server.on('connection', (socket: Socket) => void socket.remoteAddress);
}
