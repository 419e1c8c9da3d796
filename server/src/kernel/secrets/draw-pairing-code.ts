import { constraintOf, isListed } from '../../store/index.ts';
import { Failure } from '../call/failure.ts';
import type { World } from '../running/world.ts';

/** Eight digits. */
const CODES = 100_000_000;
const DRAWS_MAX = 8;
/** The code is another device's. */
export class CodeTaken extends Error {}

type Drawing<T> = {
  readonly work: (code: string) => Promise<T>;
  /** The constraint that holds two devices to two codes; where both come in the same moment, it shows in nothing else. */
  readonly oneCode: string;
};

/** Does the work with a code of eight digits, and does it anew with another while somebody else has it, or drew it in that moment. */
export async function drawPairingCode<T>(
  { randomInt }: Pick<World, 'randomInt'>,
  { work, oneCode }: Drawing<T>,
): Promise<T> {
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    try {
      return await work(String(randomInt(CODES)).padStart(8, '0'));
    } catch (error) {
      const isTaken = error instanceof CodeTaken || isListed(error) || constraintOf(error) === oneCode;
      if (!isTaken) throw error;
    }
  }
  throw new Failure('SERVICE_UNAVAILABLE', 'No free pairing code was found. Try again.', {
    retryAfterSeconds: 1,
  });
}
