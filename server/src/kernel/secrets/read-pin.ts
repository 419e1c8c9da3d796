import { invalid } from '../call/failure.ts';

const PIN_DIGITS_MIN = 4;
const PIN_DIGITS_MAX = 8;
/** Of all PINs that people choose, dates aside, these make up most. */
const RUNS = ['01234567890', '09876543210'];

/** A PIN that somebody may choose; refuses those that everybody tries first. */
export function readPin(text: string, path: string): string {
  if (!new RegExp(`^\\d{${PIN_DIGITS_MIN},${PIN_DIGITS_MAX}}$`).test(text))
    throw invalid({ path, message: `must be ${PIN_DIGITS_MIN} to ${PIN_DIGITS_MAX} digits` });
  if (isGuessedFirst(text))
    throw invalid({
      path,
      message: 'is one that everybody tries first; choose digits that neither repeat nor run on',
    });
  return text;
}

/** Whether a PIN repeats (0000, 1212) or runs on (1234, 8765). */
export function isGuessedFirst(pin: string): boolean {
  return new RegExp(`^(\\d{1,2})\\1+$`).test(pin) || RUNS.some((run) => run.includes(pin));
}
