import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { fillDeliveries, raiseLimits } from '../parts/fill.queries.ts';
import { ask, drive, requestBytes } from '../parts/load.ts';
import { median, ms, perSecond } from '../parts/measure.ts';
import { residentOf } from '../parts/processes.ts';
import { startRole, type Role } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeDeliveries, makeFolder, removeFolder, type Merchant } from '../parts/service.ts';
import type { Member, ServerOptions, Whereabouts } from '../roles/server.ts';

const CLIENTS = 8;
const QUICK_ROWS = 20_000;
const START_MS_MAX = 3_000;
const SIGN_INS_PER_SECOND = 10;
const LOOK_EVERY_MS = 100;
const MEGABYTE = 1_000_000;
/** What reading everything may take beside what the server holds after its first thousands of rows. */
const GROWTH_BYTES_MAX = 64 * MEGABYTE;

export const manyRowsRow: Row = { name: 'many-rows', run };

type Stand = {
  readonly bench: Bench;
  readonly role: Role;
  readonly port: number;
  readonly merchant: Merchant;
};

/** What people notice of a house that has been full for years: start, sign-in, Home, and everything as one file. */
async function run(bench: Bench): Promise<readonly Result[]> {
  const rows = bench.plan.quick ? QUICK_ROWS : bench.plan.rowsMax;
  const dataDir = await makeFolder();
  const options = { dataDir, roles: 'http,workers', paused: false } satisfies ServerOptions;
  try {
    const { merchant, member } = await filled(options, rows);
    const startedMs = performance.now();
    await using role = await startRole('server', options);
    const startMs = performance.now() - startedMs;
    const { port } = await role.ask<Whereabouts>('whereabouts');
    const stand = { bench, role, port, merchant };
    const of = `${rows.toLocaleString('en-US')} deliveries`;
    return [
      startResult(startMs, of),
      await signIn(stand, member),
      await home(stand, of),
      await wholeCsv(stand, rows),
    ];
  } finally {
    await removeFolder(dataDir);
  }
}

async function filled(
  options: ServerOptions,
  rows: number,
): Promise<{ readonly merchant: Merchant; readonly member: Member }> {
  await using role = await startRole('server', options);
  const { port, connection } = await role.ask<Whereabouts>('whereabouts');
  const merchant = await role.ask<Merchant>('merchant');
  const member = await role.ask<Member>('member', { merchantId: merchant.id });
  const database = new Client(connection);
  await database.connect();
  try {
    await raiseLimits(database, merchant.id);
    await makeDeliveries(port, merchant.key, 1);
    await fillDeliveries(database, { merchantId: merchant.id, from: 1, to: rows - 1 });
  } finally {
    await database.end();
  }
  return { merchant, member };
}

function startResult(startMs: number, of: string): Result {
  return {
    work: `start of the program beside ${of}, its database with it`,
    measured: ms(startMs),
    floor: '–',
    ratio: '–',
    goal: `< ${START_MS_MAX / 1_000} s`,
    met: startMs < START_MS_MAX,
  };
}

/** One after the other, as people do, with a pause between that an address has to keep; most of it is the hash of the password, which is slow on purpose. */
async function signIn({ bench, port }: Stand, { email, password }: Member): Promise<Result> {
  const bytes = requestBytes({
    method: 'POST',
    path: '/v1/account/login',
    body: JSON.stringify({ email, password }),
  });
  const tookMs: number[] = [];
  for (let made = 0; made < bench.plan.seconds * SIGN_INS_PER_SECOND; made += 1) {
    const startedMs = performance.now();
    const { status, body } = await ask(port, bytes);
    tookMs.push(performance.now() - startedMs);
    if (status !== 200) throw new Error(`A sign-in was answered with ${status}: ${body.slice(0, 200)}`);
    await pause(1_000 / SIGN_INS_PER_SECOND);
  }
  return {
    work: 'sign-in with a password, one after the other',
    measured: `p50 ${ms(median(tookMs))}, at most ${ms(Math.max(...tookMs))}`,
    floor: 'none',
    ratio: '',
    goal: 'none',
    met: null,
  };
}

/** The first time reads it all; afterwards what was read is held for a moment. */
async function home({ bench, port, merchant: { key } }: Stand, of: string): Promise<Result> {
  const bytes = requestBytes({ method: 'GET', path: '/v1/overview', key });
  const startedMs = performance.now();
  const { status, body } = await ask(port, bytes);
  if (status !== 200) throw new Error(`The overview answered ${status}: ${body.slice(0, 200)}`);
  const firstMs = performance.now() - startedMs;
  const driven = await drive({ port, clients: CLIENTS, seconds: bench.plan.seconds, next: () => bytes });
  return {
    work: `dashboard's Home over ${of}, ${CLIENTS} clients`,
    measured: `the first in ${ms(firstMs)}, then ${perSecond(driven.perSecond)}, p99 ${ms(driven.p99Ms)}`,
    floor: 'none',
    ratio: '',
    goal: 'none',
    met: null,
  };
}

async function wholeCsv({ role, port, merchant: { key } }: Stand, rows: number): Promise<Result> {
  const seen: number[] = [];
  const look = async (): Promise<void> => void seen.push(await residentOf(role.pid));
  const startedMs = performance.now();
  const watch = setInterval(() => void look(), LOOK_EVERY_MS);
  const lines = await linesOfCsv(port, key).finally(() => clearInterval(watch));
  await look();
  if (lines !== rows + 1) throw new Error(`The file has ${lines} lines, and there are ${rows} deliveries.`);
  const seconds = (performance.now() - startedMs) / 1_000;
  // The first tenth is when code is compiled and buffers get their size.
  const settled = Math.max(...seen.slice(0, Math.ceil(seen.length / 10)));
  const growth = Math.max(...seen) - settled;
  return {
    work: `CSV of ${rows.toLocaleString('en-US')} deliveries, read as fast as it comes`,
    measured: `${perSecond(rows / seconds)} rows; ${Math.round(Math.max(...seen) / MEGABYTE)} MB at most`,
    floor: `${Math.round(settled / MEGABYTE)} MB in its first tenth`,
    ratio: `+${Math.round(growth / MEGABYTE)} MB`,
    goal: `≤ +${GROWTH_BYTES_MAX / MEGABYTE} MB`,
    met: growth <= GROWTH_BYTES_MAX,
  };
}

const LINE_END = 10;

/** How many lines come; no value of a filled delivery has one within. */
function linesOfCsv(port: number, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get({
      port,
      host: '127.0.0.1',
      path: '/v1/shipping/deliveries',
      headers: { authorization: `Bearer ${key}`, accept: 'text/csv' },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      let lines = 0;
      response.on('data', (chunk: Buffer) => {
        for (let at = chunk.indexOf(LINE_END); at >= 0; at = chunk.indexOf(LINE_END, at + 1)) lines += 1;
      });
      response.on('error', reject);
      response.on('end', () =>
        response.statusCode === 200
          ? resolve(lines)
          : reject(new Error(`The CSV answered ${response.statusCode}.`)),
      );
    });
  });
}
