import { invalid } from '../../../kernel/call/failure.ts';

/** Messages up to here were given. */
export type FeedPosition = { readonly at: Date; readonly id: string };

/** A position, and when nothing after it was there: what came since can be missing only if that time itself is no longer kept. */
export type FeedCursor = FeedPosition & { readonly readAt: Date };

/** Before the first message of any endpoint. */
export const BEGINNING: FeedPosition = Object.freeze({ at: new Date('2000-01-01T00:00:00Z'), id: '' });
/** After every id of its moment, in any collation. */
export const AFTER_ALL_IDS = 'zz';

const DAY_MS = 86_400_000;
const KEPT_DAYS = 30;
const TEXT = /^(\d{1,15})\.([a-z0-9_]{0,40})\.(\d{1,15})$/;
const MOMENT_MAX_MS = Date.UTC(9999, 11, 31);

export function writeFeedCursor({ at, id, readAt }: FeedCursor): string {
  return Buffer.from(`${at.getTime()}.${id}.${readAt.getTime()}`).toString('base64url');
}

/** The cursor of a text that `writeFeedCursor` made; VALIDATION_ERROR for any other. */
export function readFeedCursor(text: string): FeedCursor {
  const [, at, id, readAt] = TEXT.exec(Buffer.from(text, 'base64url').toString('latin1')) ?? [];
  const cursor = { at: new Date(Number(at)), id: id ?? '', readAt: new Date(Number(readAt)) };
  const known =
    id !== undefined &&
    Math.max(Number(at), Number(readAt)) <= MOMENT_MAX_MS &&
    writeFeedCursor(cursor) === text;
  if (!known) throw invalid({ path: 'after', message: 'must be next of the answer before, unchanged' });
  return cursor;
}

/** Whether messages that came after it may be gone. They go by whole days of UTC. */
export function isExpired({ readAt }: FeedCursor, now: Date): boolean {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return readAt.getTime() < today - KEPT_DAYS * DAY_MS;
}
