import type { Context } from '../../../kernel/call/context.ts';
import { putOffDelivery, takeFault, type LeasedDelivery } from './faults.queries.ts';

const SLOW_MS = 5_000;
/** Long enough for the neighbour to overtake. */
const SWAP_MS = 2_000;

/** Whether a fault that was ordered for the endpoint can be meant for this attempt: the first of a message. */
export function isForDrill(row: LeasedDelivery): boolean {
  return row.drill === null && row.attempt === 1 && row.trigger === 'auto';
}

/** Takes up an ordered fault for a leased delivery: the row to send, marked with what to do; null when it is put off. */
export async function applyFault<Row extends LeasedDelivery>(
  { store, world }: Pick<Context, 'store' | 'world'>,
  row: Row,
  leaseId: string,
): Promise<Row | null> {
  const fault = await takeFault(store.system, row);
  if (!fault) return row;
  const overtakes = fault.mode === 'reorder' && fault.used_before % 2 === 1;
  const delayMs = fault.mode === 'slow' ? SLOW_MS : fault.mode === 'reorder' && !overtakes ? SWAP_MS : 0;
  if (delayMs === 0) return { ...row, drill: fault.mode };
  await putOffDelivery(store.system, row, {
    leaseId,
    drill: fault.mode,
    runAt: new Date(world.systemNow().getTime() + delayMs),
  });
  return null;
}

const HINTS: Readonly<Record<string, string>> = {
  slow: 'A drill: it was sent seconds late.',
  duplicate: 'A drill: it was sent twice with the same webhook-id.',
  reorder: 'A drill: it changed places with its neighbour.',
  fail: 'A drill: it counts as failed whatever your server answered, and is sent again.',
};

/** What an attempt's hint says first where a fault was ordered for it. */
export function hintDrill(drill: string | null, hint: string | null): string | null {
  const said = drill === null ? undefined : HINTS[drill];
  return said === undefined ? hint : hint === null ? said : `${said} ${hint}`;
}
