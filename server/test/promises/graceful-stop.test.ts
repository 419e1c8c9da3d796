import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { auditInvariants } from '../kit/audit.ts';
import { openCustomer, parcel, succeeded, type Ask } from '../kit/customer.ts';
import { openLine, type Line } from '../kit/line.ts';
import { startProgram, type Program } from '../kit/program.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { look, openDatabase, openShop } from '../kit/shop.ts';

const STOPS = figure(5, 100);
const CUSTOMERS = 6;
/** Who rests between requests, so that stops find connections kept for nothing. */
const RESTING = 12;
const REST_MS_MAX = 1_500;
const RESET: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

test(
  `customers do not notice that nodes are stopped and started under load (seed ${seed})`,
  { timeout: 120_000 + STOPS * 20_000 },
  async () => {
    const chance = createChance(seed);
    await using database = await openDatabase();
    const environment = { DATABASE_URL: database.url };
    const nodes: Program[] = [await startProgram(environment), await startProgram(environment)];
    await using _ended = {
      [Symbol.asyncDispose]: async () =>
        void (await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()))),
    };
    const { key } = await openShop(environment);
    const errors: string[] = [];
    const state = { stopping: false };
    let answered = 0;
    let created = 0;
    let crossed = 0;

    /** As a load balancer does: the next node when a connection is refused or said to be closed; anything else is an error. */
    async function live(number: number): Promise<void> {
      await using customer = openCustomer(key);
      let at = number;
      for (let turn = 0; !state.stopping; turn += 1) {
        const asked: Ask =
          turn % 3 === 0
            ? { path: '/shipping/deliveries?limit=2' }
            : {
                method: 'POST',
                path: '/shipping/deliveries',
                body: parcel(`${number}-${turn}`),
                idempotencyKey: turn % 3 === 1 ? `${number}-${turn}` : undefined,
              };
        for (;;) {
          const answer = await customer.ask(nodes[at % nodes.length]?.baseUrl ?? '', asked);
          // Whoever waits to be taken when the port closes is reset by the system: nobody has read what was asked.
          const isUntaken = answer.broken !== null && answer.isNew && RESET.has(answer.broken);
          if (answer.broken === 'ECONNREFUSED' || isUntaken) {
            if (isUntaken) crossed += 1;
            at += 1;
            continue;
          }
          if (answer.headers['connection'] === 'close') at += 1;
          answered += 1;
          if (!succeeded(answer))
            errors.push(`${asked.path}: ${answer.broken ?? `${answer.status} ${answer.body.error?.code}`}`);
          else if (asked.method === 'POST') created += 1;
          break;
        }
      }
    }

    /** Looks at bytes alone: a connection that breaks is an error, and what got none in answer as the server hung up had no effect. */
    async function rest(number: number): Promise<void> {
      let at = number;
      let line: Line | null = null;
      for (let turn = 0; !state.stopping; turn += 1) {
        for (let isOver = false; !isOver;) {
          const isNew = !line?.isOpen();
          if (!line || isNew) line = openLine(new URL(nodes[at % nodes.length]?.baseUrl ?? ''));
          const told = await line.ask(
            `POST /v1/shipping/deliveries HTTP/1.1\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json`,
            JSON.stringify(parcel(`rest-${number}-${turn}`)),
          );
          const isUntaken = isNew && told.end === 'reset';
          if (told.end === 'nothing' || isUntaken) crossed += 1;
          if (told.end !== 'answered' || told.last) {
            line[Symbol.dispose]();
            at += 1;
          }
          if (told.end === 'answered' && told.status === 201) created += 1;
          isOver = told.end === 'answered' && told.status !== 503;
          if (told.end === 'answered' && told.status === 503) await pause(1_000);
          const isFine =
            told.end === 'refused' ||
            told.end === 'nothing' ||
            isUntaken ||
            (told.end === 'answered' && (told.status === 201 || told.status === 503));
          if (!isFine) errors.push(`on a connection that was kept: ${JSON.stringify(told)}`);
        }
        await pause(chance.between(0, REST_MS_MAX));
      }
      line?.[Symbol.dispose]();
    }

    const lives = Promise.all([
      ...Array.from({ length: CUSTOMERS }, (_, number) => live(number)),
      ...Array.from({ length: RESTING }, (_, number) => rest(number)),
    ]);
    const tookMs: number[] = [];
    for (let stop = 0; stop < STOPS; stop += 1) {
      await pause(chance.between(50, 400));
      const index = stop % nodes.length;
      const node = nodes[index];
      if (!node) throw new Error('There is no node.');
      const startedMs = performance.now();
      const ending = await node.end('SIGTERM');
      tookMs.push(performance.now() - startedMs);
      expect(ending, node.log()).toEqual({ code: 0, signal: null });
      nodes[index] = await startProgram(environment);
    }
    state.stopping = true;
    await lives;

    expect(errors).toEqual([]);
    const [row] = await look(
      { connectionString: database.url },
      'SELECT count(*)::int AS there FROM deliveries',
    );
    expect(row?.['there']).toBe(created);
    expect(await auditInvariants({ connectionString: database.url })).toEqual([]);
    tell(
      `R17: ${STOPS} stops under load, ${answered} answers, 0 errors, no kept connection reset; ${crossed} requests met the hanging up or the closing port, without effect; a stop took ${Math.round(Math.max(...tookMs))} ms at most`,
    );
  },
);
