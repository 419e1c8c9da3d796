import type { FeedPosition } from '../feed/feed-cursor.ts';

/** For how long a listener that was away is told what it missed. */
const KEPT_MS = 3_600_000;
const TEXT = /^(\d{1,15})\.([a-z0-9_]{0,40})$/;

/** The id of an event of the stream, by which its listener goes on from it on any node. */
export function writeLiveId({ at, id }: FeedPosition): string {
  return `${at.getTime()}.${id}`;
}

/** Null for what `writeLiveId` did not make. */
export function readLiveId(text: string): FeedPosition | null {
  const [, at, id] = TEXT.exec(text) ?? [];
  if (at === undefined || id === undefined || Number(at) > Date.UTC(9999, 11, 31)) return null;
  return { at: new Date(Number(at)), id };
}

export function isExpiredAt({ at }: FeedPosition, now: Date): boolean {
  return at.getTime() < now.getTime() - KEPT_MS;
}
