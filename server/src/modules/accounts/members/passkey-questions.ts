import type { Runner } from '../../../store/index.ts';
import type { Accounts } from '../module.ts';
import { Unanswered } from './passkey-proof.ts';
import { insertChallenge, takeChallenge } from './passkeys.queries.ts';

const CHALLENGE_BYTES = 32;
const CHALLENGE_MS = 5 * 60_000;

/** A new question for a passkey: of one who makes it, or null of whoever signs in. */
export async function askPasskey(
  system: Runner,
  { world }: Accounts,
  personId: string | null,
): Promise<Buffer> {
  const challenge = world.randomBytes(CHALLENGE_BYTES);
  const expires_at = new Date(world.systemNow().getTime() + CHALLENGE_MS);
  await insertChallenge(system, { challenge, person_id: personId, expires_at });
  return challenge;
}

/** Whether a challenge is such a question; looking takes it away, so that nothing is answered twice. */
export function answersQuestion(
  system: Runner,
  { world }: Accounts,
  personId: string | null,
): (challenge: string) => Promise<boolean> {
  return async (challenge) => {
    const taken = { challenge: Buffer.from(challenge, 'base64url'), person_id: personId };
    try {
      return await takeChallenge(system, { ...taken, now: world.systemNow() });
    } catch (cause) {
      throw new Unanswered('The question could not be looked up.', { cause });
    }
  };
}
