import { open, readAnswers } from './load.ts';

/** A connection that is kept: one request after another, each with its whole answer. */
export type Visit = {
  /** Answers with the body; throws where the status is another than the one expected. */
  readonly ask: (bytes: Buffer, status?: number) => Promise<string>;
  readonly close: () => void;
};

export type Visits = {
  readonly port: number;
  readonly clients: number;
  readonly seconds: number;
  /** Ends earlier once it was done so often. */
  readonly most?: number;
  /** Does once what is measured, with as many requests as it takes; false where it was refused and does not count. */
  readonly act: (visit: Visit, client: number) => Promise<boolean>;
};

export type Driven = { readonly count: number; readonly refused: number; readonly perSecond: number };

/** Has some clients act again and again, each on a connection of its own; how often, and how fast. */
export async function driveVisits({ port, clients, seconds, most = Infinity, act }: Visits): Promise<Driven> {
  const startedMs = performance.now();
  const untilMs = startedMs + seconds * 1_000;
  let [begun, count, refused] = [0, 0, 0];
  const stay = async (client: number): Promise<void> => {
    const visit = await openVisit(port);
    try {
      while (performance.now() < untilMs && begun < most) {
        begun += 1;
        if (await act(visit, client)) count += 1;
        else refused += 1;
      }
    } finally {
      visit.close();
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => stay(client)));
  return { count, refused, perSecond: count / ((performance.now() - startedMs) / 1_000) };
}

async function openVisit(port: number): Promise<Visit> {
  const socket = await open(port);
  let settle: { readonly resolve: (body: string) => void; readonly reject: (error: Error) => void } = {
    resolve: () => undefined,
    reject: () => undefined,
  };
  let wanted = 200;
  readAnswers(socket, (status, body) => {
    if (status === wanted) settle.resolve(body.toString());
    else settle.reject(new Error(`An answer was ${status}, not ${wanted}: ${body.toString().slice(0, 300)}`));
  });
  socket.on('error', (error) => settle.reject(error));
  socket.on('close', () => settle.reject(new Error('The connection was closed before an answer.')));
  return {
    ask: (bytes, status = 200) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        wanted = status;
        socket.write(bytes);
      }),
    close: () => void socket.destroy(),
  };
}
