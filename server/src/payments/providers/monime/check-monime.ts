import type { ProviderContext } from '../provider.ts';
import { askMonime } from './ask-monime.ts';
import { healthOf } from '../wire/health.ts';

/** Whether the token may look at the space. */
export async function checkMonime(
  context: ProviderContext,
): Promise<{ readonly healthy: boolean; readonly message: string | null }> {
  return healthOf(await askMonime(context, { method: 'GET', path: 'payments?limit=1' }));
}
