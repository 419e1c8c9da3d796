import { typed } from '../config.ts';
import type { Runtime } from '../runtime.ts';
import { readSnapshot } from '../store/index.ts';
import type { Finding } from './finding.ts';
import { countFormer, type SealedCount } from './reseal/reseal-all.ts';

/** What is still sealed under a former secret key, or under one that nobody here has. */
export async function examineSealed({ context, ownerConnection }: Runtime): Promise<Finding> {
  const counts = await readSnapshot(ownerConnection, (runner) => countFormer(runner, context.vault.keyIds));
  const lost = listOf(counts, 'unknown');
  if (lost !== '')
    return {
      check: 'sealed',
      state: 'bad',
      message: `No key here opens ${lost}: bring the key they were sealed under, as SECRET_KEY_PREVIOUS.`,
    };
  const former = listOf(counts, 'former');
  if (former !== '')
    return {
      check: 'sealed',
      state: 'warning',
      message: `Still under a former secret key: ${former}. Run ${typed('rotate-secret-key')}; until then that key is needed.`,
    };
  return { check: 'sealed', state: 'ok', message: 'everything under the current secret key' };
}

/** `3 of deliveries.pickup_code and 3 of deliveries.delivery_code`; empty for none. */
export function listOf(counts: readonly SealedCount[], which: 'former' | 'unknown'): string {
  return counts
    .filter((count) => count[which] > 0)
    .map((count) => `${count[which]} of ${count.column}`)
    .join(', ');
}
