import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Part } from '../parts/role.ts';

export type Received = {
  readonly count: number;
  readonly delaysMs: readonly number[];
  readonly lastAtMs: number;
};

const ANSWER = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
const HEAD_END = '\r\n\r\n';
const CREATED = /"created":"?([^",}]+)/;

/** A merchant's server that answers every POST with 200 and notes how old its message was. */
export async function openReceiver(): Promise<Part> {
  let received: { count: number; delaysMs: number[]; lastAtMs: number } = {
    count: 0,
    delaysMs: [],
    lastAtMs: 0,
  };
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    readRequests(socket, (body) => {
      received.count += 1;
      received.lastAtMs = Date.now();
      const created = CREATED.exec(body)?.[1];
      if (created !== undefined) received.delaysMs.push(received.lastAtMs - momentOf(created));
      socket.write(ANSWER);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
    commands: {
      port: async (): Promise<number> => (server.address() as AddressInfo).port,
      count: async (): Promise<number> => received.count,
      async take(): Promise<Received> {
        const taken = received;
        received = { count: 0, delaysMs: [], lastAtMs: 0 };
        return taken;
      },
    },
  };
}

/** Messages write their time as ISO 8601 or as Unix seconds. */
function momentOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text);
}

function readRequests(socket: Socket, took: (body: string) => void): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (let head = pending.indexOf(HEAD_END); head >= 0; head = pending.indexOf(HEAD_END)) {
      const bodyAt = head + HEAD_END.length;
      const endsAt =
        bodyAt + Number(/\r\ncontent-length: (\d+)/i.exec(pending.toString('latin1', 0, head))?.[1] ?? 0);
      if (pending.length < endsAt) return;
      took(pending.toString('utf8', bodyAt, endsAt));
      pending = pending.subarray(endsAt);
    }
  });
}
