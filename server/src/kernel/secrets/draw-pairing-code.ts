import { constraintOf, isListed } from '../../store/index.ts';
import { Failure } from '../call/failure.ts';
import type { World } from '../running/world.ts';

/** Eight digits. */
const CODES = 100_000_000;
const DRAWS_MAX = 8;
/** What holds two devices to two codes; where both come in the same moment, it shows in nothing else. */
const ONE_CODE: ReadonlySet<string | null> = new Set(['pairing_codes_mac', 'terminal_pairings_code']);

/** The code is another device's. */
export class CodeTaken extends Error {}

/** Does the work with a code of eight digits, and does it anew with another while somebody else has it, or drew it in that moment. */
export async function drawPairingCode<T>(
  { randomInt }: Pick<World, 'randomInt'>,
  work: (code: string) => Promise<T>,
): Promise<T> {
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    try {
      return await work(String(randomInt(CODES)).padStart(8, '0'));
    } catch (error) {
      const isTaken = error instanceof CodeTaken || isListed(error) || ONE_CODE.has(constraintOf(error));
      if (!isTaken) throw error;
    }
  }
  throw new Failure('SERVICE_UNAVAILABLE', 'No free pairing code was found. Try again.', {
    retryAfterSeconds: 1,
  });
}
