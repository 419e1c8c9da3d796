import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../call/failure.ts';
import type { Tenant } from '../call/tenant.ts';
import { requireMatch } from './if-match.ts';
import { inTurn, isAwaited } from './in-turn.ts';

/** Something that is changed on the version that was read. */
export type Changing<Row> = {
  /** Which one it is: its owner, null for the platform, and its id or the name of what there is one of. */
  readonly key: { readonly tenant: Tenant | null; readonly id: string };
  /** Who is in each other's way, as in "Too many … at once": `requests change this invoice`. */
  readonly tooMany: string;
  /** As it is now. */
  readonly read: () => Promise<Row | undefined>;
  /** The refusal where it is not there; without one, reading refuses. */
  readonly notFound?: () => Failure;
  /** The If-Match header of the request, and what it is held against. */
  readonly ifMatch?: string | null;
  readonly seen?: (row: Row) => { readonly version: number | string; readonly what: string };
};

/** Those in line here are overtaken by other nodes alone; under a rush of many, whoever asked is told to come again. */
const TRIES_MAX = 64;

/**
 * Reads, lets `decide` judge what was read and write its decision on that version; where somebody was faster, which it says
 * by answering undefined, reads and decides again. No lock is held between the two: who was overtaken stands in line in this
 * process instead, and so do those who come meanwhile, or each of many would try again after every other. Refusals are thrown.
 */
export async function change<Row, Done>(
  changing: Changing<Row>,
  decide: (row: Row) => Promise<Done | undefined>,
): Promise<Done> {
  const what = lineOf(changing);
  if (!isAwaited(what)) {
    const done = await tryOnce(changing, decide);
    if (done !== undefined) return done;
  }
  return inTurn(what, async () => {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const done = await tryOnce(changing, decide);
      if (done !== undefined) return done;
    }
    throw new Failure(
      'SERVICE_UNAVAILABLE',
      `Too many ${changing.tooMany} at once. Send the same request again in a second.`,
      {
        retryAfterSeconds: 1,
      },
    );
  });
}

async function tryOnce<Row, Done>(
  { read, notFound, ifMatch = null, seen }: Changing<Row>,
  decide: (row: Row) => Promise<Done | undefined>,
): Promise<Done | undefined> {
  const row = await read();
  if (row === undefined && notFound) throw notFound();
  if (seen) requireMatch(ifMatch, seen(row as Row));
  return decide(row as Row);
}

function lineOf({ key: { tenant, id }, tooMany }: Pick<Changing<unknown>, 'key' | 'tooMany'>): string {
  return JSON.stringify([tooMany, tenant?.merchantId, tenant?.livemode, id]);
}

/** Whether the fields decided on are those that are there: then nothing is written, no version is new, and nobody is told. */
export function changesNothing(decided: object, before: object): boolean {
  const was = new Map<string, unknown>(Object.entries(before));
  return Object.entries(decided).every(
    ([name, value]) => name === 'updated_at' || isDeepStrictEqual(value ?? null, was.get(name) ?? null),
  );
}

/** What an input says, or what was where it says nothing. */
export function stays<T>(input: T | undefined, was: T): T {
  return input === undefined ? was : input;
}
