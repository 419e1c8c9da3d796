import { CottontreeError } from '@cottontree/client';
import { idOfUuid } from '@cottontree/contract';
import type { EntryOf } from '../../outbox/index.ts';
import { client, token } from '../data/api.ts';
import type { TillKinds } from '../data/till-store.ts';
import type { SaleAnswer } from './sending.ts';
import { terminal } from './signals.ts';

type TillEntry = EntryOf<TillKinds>;

const ASK_EVERY_MS = 300_000;
/** Of what was acked last: the newest, and some before it, for what was sent since a restore is there. */
const ASKED_ABOUT: readonly number[] = [0, 1, 7, 19];

let askedAtMs = -Infinity;
let newestThen: TillEntry | null = null;

/** Which of what was acked last the server does not know any more, as after a restore from a backup; it is asked now and then. */
export async function findLost(acked: readonly TillEntry[]): Promise<readonly string[]> {
  if (token.value === null || performance.now() - askedAtMs < ASK_EVERY_MS) return [];
  const asked = ASKED_ABOUT.flatMap((at) => acked[at] ?? []);
  // What was the newest the last time: a long queue may have come behind it since.
  if (newestThen && !asked.some(({ client_id }) => client_id === newestThen?.client_id))
    asked.push(newestThen);
  const lost: string[] = [];
  for (const entry of asked) if (!(await isThere(entry))) lost.push(entry.client_id);
  askedAtMs = performance.now();
  newestThen = acked[0] ?? null;
  return lost;
}

/** Whether the server knows what it acked. */
export async function isThere(entry: TillEntry): Promise<boolean> {
  try {
    if (entry.kind === 'sale') return await isSaleThere(entry.client_id, entry.body.receipt_number ?? '');
    if (entry.kind === 'movement') return await isMoveThere(entry.client_id, entry.body.cash_session_id);
    const { body } = entry;
    if (body.kind === 'opening') {
      await client.getCashSession({ params: { id: idOfUuid('csh_', entry.client_id) } });
      return true;
    }
    const drawerId = body.cash_session_id;
    if (body.kind === 'closing')
      return (await client.getCashSession({ params: { id: drawerId } })).data.status === 'closed';
    const refundId = ((entry.answer ?? {}) as Partial<SaleAnswer>).refund_id;
    if (body.kind === 'movement' || !refundId) return await isMoveThere(entry.client_id, drawerId);
    await client.getPosRefund({ params: { id: refundId } });
    return true;
  } catch (error) {
    // A server that has not learned to answer this says nothing about what it has.
    if (error instanceof CottontreeError && error.status === 404 && error.code !== 'NOT_FOUND') return false;
    throw error;
  }
}

async function isSaleThere(clientId: string, number: string): Promise<boolean> {
  const { data } = await client.listSales({
    query: { q: number, terminal_id: terminal.value?.id ?? '', limit: 20 },
  });
  return data.some(({ client_id }) => client_id === clientId);
}

const MOVES_MAX = 100;

/** One that is not among the newest was there before them. */
async function isMoveThere(clientId: string, drawerId: string): Promise<boolean> {
  const { data } = await client.listCashMovements({ params: { id: drawerId }, query: { limit: MOVES_MAX } });
  return data.length === MOVES_MAX || data.some(({ client_id }) => client_id === clientId);
}
