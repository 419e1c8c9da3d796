import type { CottontreeError } from '@cottontree/client';
import { refusalText } from '../text/refusals.ts';
import { wayInTexts as t } from './texts.ts';

const MINUTE_SECONDS = 60;

/** Why somebody was not let in, for people. */
export function signInRefusal(error: CottontreeError): string {
  return error.code === 'RATE_LIMITED' && error.retryAfterSeconds !== null
    ? t.tooManyTries(Math.ceil(error.retryAfterSeconds / MINUTE_SECONDS))
    : refusalText(error);
}
