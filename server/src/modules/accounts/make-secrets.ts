import type { World } from '../../kernel/running/world.ts';
import { isGuessedFirst } from '../../kernel/secrets/read-pin.ts';

/** Letters and digits that nobody takes for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_CHARACTERS = 4;
const PIN_DIGITS = 6;

/** A password to be told once: 79 random bits in four groups. */
export function makePassword({ randomInt }: Pick<World, 'randomInt'>): string {
  const group = (): string =>
    Array.from({ length: GROUP_CHARACTERS }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** A PIN to be told once: six digits, none that everybody tries first. */
export function makePin({ randomInt }: Pick<World, 'randomInt'>): string {
  for (;;) {
    const pin = String(randomInt(10 ** PIN_DIGITS)).padStart(PIN_DIGITS, '0');
    if (!isGuessedFirst(pin)) return pin;
  }
}
