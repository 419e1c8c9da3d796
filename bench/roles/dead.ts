import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Part } from '../parts/role.ts';

export type DeadPorts = { readonly hang: number; readonly drip: number; readonly refuse: number };

const DRIP_MS = 500;

/** Receivers that fail their merchants on every address of this machine: one never answers, one drips its answer, and one is not there. */
export async function openDead(): Promise<Part> {
  const sockets = new Set<Socket>();
  const listen = async (onSocket: (socket: Socket) => void) => {
    const server = createServer((socket) => {
      sockets.add(socket);
      socket
        .on('close', () => sockets.delete(socket))
        .on('error', () => undefined)
        .resume();
      onSocket(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
    return server;
  };
  const hang = await listen(() => undefined);
  const drip = await listen((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    const timer = setInterval(() => socket.write('z'), DRIP_MS);
    socket.on('close', () => clearInterval(timer));
  });
  const gone = await listen(() => undefined);
  const portOf = (server: typeof hang): number => (server.address() as AddressInfo).port;
  const ports: DeadPorts = { hang: portOf(hang), drip: portOf(drip), refuse: portOf(gone) };
  await new Promise((resolve) => gone.close(resolve));

  return {
    async stop() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([hang, drip].map((server) => new Promise((resolve) => server.close(resolve))));
    },
    commands: { ports: async (): Promise<DeadPorts> => ports },
  };
}
