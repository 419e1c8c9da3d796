import { CottontreeError } from '@cottontree/client';
import { NoRoomError } from '../outbox/index.ts';
import { isStorageError, NO_ANSWER } from '../outbox/trouble.ts';
import { t } from './texts.ts';

/** Whether nobody answered, as where there is no network. */
export function isNoAnswer(error: unknown): boolean {
  return error instanceof CottontreeError && NO_ANSWER.has(error.code);
}

/** Whether the device could not write: nothing of it was kept. */
export function isUnkept(error: unknown): boolean {
  return error instanceof NoRoomError || isStorageError(error);
}

const MINUTE_SECONDS = 60;

/** What to tell whoever typed a code or a PIN that was refused: the server names a header for how long to wait. */
export function triedText(error: unknown): string {
  if (
    !(error instanceof CottontreeError) ||
    error.code !== 'RATE_LIMITED' ||
    error.retryAfterSeconds === null
  )
    return faultText(error);
  return t.too_many_tries(Math.ceil(error.retryAfterSeconds / MINUTE_SECONDS));
}

/** What to tell whoever stands there of something that did not work. */
export function faultText(error: unknown): string {
  if (isNoAnswer(error)) return t.unreachable;
  if (isUnkept(error)) return t.not_kept;
  // What a browser says of itself is for whoever writes programs.
  if (error instanceof DOMException || error instanceof TypeError) return t.not_done;
  return error instanceof Error ? error.message : String(error);
}
