import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../call/failure.ts';
import { requireMatch } from './if-match.ts';

/** Something that is changed on the version that was read. */
export type Changing<Row> = {
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

/** Under a rush each try can be overtaken; then whoever asked is told to come again. */
const TRIES_MAX = 64;

/**
 * Reads, lets `decide` judge what was read and write its decision on that version; where somebody was faster, which it says
 * by answering undefined, reads and decides again. No lock is held between the two. Refusals are thrown.
 */
export async function change<Row, Done>(
  { tooMany, read, notFound, ifMatch = null, seen }: Changing<Row>,
  decide: (row: Row) => Promise<Done | undefined>,
): Promise<Done> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const row = await read();
    if (row === undefined && notFound) throw notFound();
    if (seen) requireMatch(ifMatch, seen(row as Row));
    const done = await decide(row as Row);
    if (done !== undefined) return done;
  }
  throw new Failure(
    'SERVICE_UNAVAILABLE',
    `Too many ${tooMany} at once. Send the same request again in a second.`,
    {
      retryAfterSeconds: 1,
    },
  );
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
