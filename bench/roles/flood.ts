import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Part } from '../parts/role.ts';
import { createBytes } from '../parts/service.ts';
import {
  floodOpenly,
  openLines,
  type Flooded as Answers,
  type Line,
} from '../../server/test/kit/open-loop.ts';

export type Flood = {
  readonly key: string;
  readonly perSecond: number;
  readonly seconds: number;
};

/** How many were answered so, and how long those took; the seconds are those from the first request to the last answer. */
export type Flooded = {
  readonly seconds: number;
  readonly done: number;
  readonly doneP50Ms: number;
  readonly refused: number;
  readonly refusedP50Ms: number;
  readonly refusedP99Ms: number;
  readonly other: number;
};

const CONNECTIONS = 4_000;
const REFUSAL = 'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Length: 300\r\n\r\n';

/** Clients who send on time whether or not they were answered, and a sink that refuses all of them and does nothing else. */
export async function openFlood(): Promise<Part> {
  const sockets = new Set<Socket>();
  const answer = Buffer.from(REFUSAL + ' '.repeat(300));
  const sink = createServer((socket) => {
    sockets.add(socket);
    socket
      .on('close', () => sockets.delete(socket))
      .on('error', () => undefined)
      .on('data', () => socket.write(answer));
  });
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  let lines: readonly Line[] = [];
  const sinkPort = (sink.address() as AddressInfo).port;

  return {
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => sink.close(resolve));
    },
    commands: {
      sinkPort: async () => sinkPort,
      /** Before a flood, so that nobody waits for connections while it is measured. */
      open: async ({ port }: { readonly port: number }) => {
        lines = await openLines(port, CONNECTIONS);
      },
      flood: async ({ key, perSecond, seconds }: Flood) =>
        floodedOf(
          await floodOpenly({ lines, perSecond, forMs: seconds * 1_000, next: () => createBytes(key) }),
        ),
    },
  };
}

function floodedOf({ answers, broken, seconds }: Answers): Flooded {
  const timesOf = (status: number): readonly number[] =>
    answers.flatMap((answer) => (answer.status === status ? [answer.tookMs] : [])).sort((a, b) => a - b);
  const share = (sorted: readonly number[], at: number): number =>
    sorted[Math.floor(sorted.length * at)] ?? 0;
  const done = timesOf(201);
  const refused = timesOf(503);
  return {
    seconds,
    done: done.length,
    doneP50Ms: share(done, 0.5),
    refused: refused.length,
    refusedP50Ms: share(refused, 0.5),
    refusedP99Ms: share(refused, 0.99),
    other: answers.length - done.length - refused.length + broken,
  };
}
