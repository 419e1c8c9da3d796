import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network between server and database that can be hurt. */
export type Wire = AsyncDisposable & {
  readonly port: number;
  /** What happens to what is sent from now on. */
  readonly become: (state: WireState) => void;
  /** How many answers to a commit were lost. */
  readonly lostAnswers: () => number;
};

/**
 * - `sound`: everything passes
 * - `slow`: everything passes late
 * - `silent`: nothing passes, and nobody is told; connections of that time stay dead for good
 * - `torn`: half of what is sent passes, then the connection ends
 * - `refusing`: connections end, and none begins
 * - `forgetful`: commits pass, and by chance the connection ends before or after they are made, but before their answer
 */
export type WireState = 'sound' | 'slow' | 'silent' | 'torn' | 'refusing' | 'forgetful';

export type WireOptions = {
  /** The Unix socket of the database. */
  readonly socketPath: string;
  /** Tells a message to the database that commits something. */
  readonly commits: (message: Buffer) => boolean;
  /** Uniform in [0, 1). */
  readonly chance: () => number;
  /** How often a commit's answer is lost while `forgetful`. */
  readonly lossRate: number;
};

const SLOW_MS = 100;

export async function openWire(options: WireOptions): Promise<Wire> {
  const ends = new Set<Socket>();
  let state: WireState = 'sound';
  let lostAnswers = 0;

  const server = createServer((near) => {
    if (state === 'refusing') return void near.destroy();
    if (state === 'silent') return holdUnheard(near);
    const far = connect(options.socketPath);
    const pair = { near, far, dead: false, losing: false, late: new Map<Socket, number>() };
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', () => undefined);
      end.on('close', () => {
        ends.delete(end);
        if (!pair.dead) cut(pair);
      });
    }
    near.on('data', (message) => toDatabase(pair, message));
    far.on('data', (message) => toServer(pair, message));
  });

  /** It never reaches the database, which would else count every such try among its connections. */
  function holdUnheard(near: Socket): void {
    ends.add(near);
    near
      .on('error', () => undefined)
      .on('close', () => void ends.delete(near))
      .resume();
  }

  type Pair = {
    readonly near: Socket;
    readonly far: Socket;
    dead: boolean;
    losing: boolean;
    readonly late: Map<Socket, number>;
  };

  function cut({ near, far }: Pair): void {
    near.destroy();
    far.destroy();
  }

  function toDatabase(pair: Pair, message: Buffer): void {
    if (pair.dead) return;
    if (state === 'forgetful' && options.commits(message) && options.chance() < options.lossRate) {
      lostAnswers += 1;
      pair.losing = true;
      // Half the time nobody waits to see whether it was made.
      if (options.chance() < 0.5) return void pair.far.write(message, () => cut(pair));
    }
    pass(pair, pair.far, message);
  }

  function toServer(pair: Pair, message: Buffer): void {
    if (pair.dead) return;
    if (pair.losing) return cut(pair);
    pass(pair, pair.near, message);
  }

  function pass(pair: Pair, to: Socket, message: Buffer): void {
    // What is late keeps its place: nothing that is sent after it overtakes it.
    const late = pair.late.get(to) ?? 0;
    if (state === 'slow' || late > 0) {
      pair.late.set(to, late + 1);
      setTimeout(() => {
        pair.late.set(to, (pair.late.get(to) ?? 1) - 1);
        to.write(message);
      }, SLOW_MS);
    } else if (state === 'silent') pair.dead = true;
    else if (state === 'torn') to.write(message.subarray(0, message.length / 2), () => cut(pair));
    else to.write(message);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    lostAnswers: () => lostAnswers,
    become(next) {
      state = next;
      if (next === 'refusing') for (const end of ends) end.destroy();
    },
    async [Symbol.asyncDispose]() {
      for (const end of ends) end.destroy();
      server.close();
    },
  };
}
