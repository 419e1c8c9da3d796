import type { Socket } from 'node:net';
import { openSocket, type Connection, type SocketRules } from './open-socket.ts';

export type ConnectTarget = { readonly hostname: string; readonly port: number };

/** Opens a TCP connection to a permitted address, for protocols other than HTTP; rejects when it is not open by the deadline. */
export async function connectTo(
  target: ConnectTarget,
  deadlineMs: number,
  rules: SocketRules,
): Promise<Socket> {
  const connection: Connection = { phase: 'resolve', socket: null, remoteAddress: null, abandoned: false };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      connection.abandoned = true;
      connection.socket?.destroy();
      reject(Object.assign(new Error(`No connection within ${deadlineMs} ms.`), { code: 'timeout' }));
    }, deadlineMs);
  });
  const opening = openSocket({ ...target, secure: false }, rules, connection);
  // Whoever loses the race must not end the process.
  opening.catch(() => undefined);
  return Promise.race([opening, late]).finally(() => clearTimeout(timer));
}
