import type { Runner } from '../../../store/index.ts';
import type { AccountLetter, Accounts } from '../module.ts';
import { deleteLetter, insertLetter, takeLetters, type TakenLetter } from './letters.queries.ts';
import { ACCOUNT_LETTER } from './second-factor.ts';

const TAKEN_MAX = 10;
/** As long as a mail server may take, and a little more. */
const LEASE_MS = 120_000;

/** Keeps a letter until the mail server has it, and tells whether it will go out at all. */
export async function postLetter(
  runner: Runner,
  module: Accounts,
  { expiresAt, ...letter }: AccountLetter & { readonly expiresAt: Date },
): Promise<boolean> {
  if (!module.mails) return false;
  const now = module.world.systemNow();
  await insertLetter(runner, {
    id: `ltr_${module.world.randomBytes(16).toString('hex')}`,
    letter: module.vault.seal(JSON.stringify(letter), ACCOUNT_LETTER),
    due_at: now,
    expires_at: expiresAt,
  });
  return true;
}

/** Hands what is due to the mail server; what it did not take is tried again, later each time, until nobody needs it any more. */
export async function sendLetters(module: Accounts): Promise<number> {
  const { post } = module;
  if (post === null) return 0;
  const now = module.world.systemNow();
  const taken = await takeLetters(module.store.system, {
    now,
    lease_ends: new Date(now.getTime() + LEASE_MS),
    rows_max: TAKEN_MAX,
  });
  // All at once: one after the other they would take longer than they are this node's alone.
  await Promise.all(taken.map((one) => sendOne(module, one, post)));
  return taken.length;
}

async function sendOne(
  { vault, store, world, log }: Accounts,
  { id, letter, expires_at }: TakenLetter,
  post: NonNullable<Accounts['post']>,
): Promise<void> {
  const isOver = expires_at <= world.systemNow();
  const told = JSON.parse(vault.open(letter, ACCOUNT_LETTER).toString('utf8')) as AccountLetter;
  if (isOver || (await post({ id, ...told }))) await deleteLetter(store.system, id);
  else log.warn({ letter: id }, 'The mail server did not take a letter to a person; it is tried again.');
}
