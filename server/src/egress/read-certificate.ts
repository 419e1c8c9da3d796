import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import type { Egress } from './create-egress.ts';

/** The certificate that a server shows. */
export type Certificate = {
  readonly validUntil: Date;
  /** Why it is not to be trusted, in the runtime's words; null where it is. */
  readonly problem: string | null;
};

/** Asks a server for its certificate; rejects when it shows none by the deadline. */
export async function readCertificate(
  { connect: open }: Pick<Egress, 'connect'>,
  { hostname, port }: { readonly hostname: string; readonly port: number },
  deadlineMs: number,
): Promise<Certificate> {
  const carrier = await open({ hostname, port }, deadlineMs);
  // What is wrong with it is what is asked for, so nothing is refused; nothing is sent over it either.
  const named = isIP(hostname) === 0 ? { servername: hostname } : {};
  const socket = connect({ socket: carrier, ...named, rejectUnauthorized: false });
  try {
    await shown(socket, deadlineMs);
    return {
      validUntil: new Date(socket.getPeerCertificate().valid_to),
      problem: socket.authorized ? null : String(socket.authorizationError),
    };
  } finally {
    socket.destroy();
    carrier.destroy();
  }
}

function shown(socket: TLSSocket, deadlineMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No certificate within ${deadlineMs} ms.`)), deadlineMs);
    socket
      .once('secureConnect', resolve)
      .on('error', reject)
      .once('close', () => reject(new Error('The connection was closed.')))
      .once('close', () => clearTimeout(timer));
  });
}
