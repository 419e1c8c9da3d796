import type { Offer } from '@cottontree/contract';
import { signal } from '@preact/signals';
import { client, device } from '../data/api.ts';
import { ring } from '../offers/ring.ts';
import { keepJobs } from './jobs.ts';
import { offers } from './signals.ts';
import { wholeOffer } from './whole.ts';

/** What became of the offer that was on the screen, where it was not the courier who decided; null: nothing is to tell. */
export const offerGone = signal<'taken' | 'expired' | null>(null);

/** When each was first seen here, by the clock: what the ring counts from. */
const firstSeenMs = new Map<string, number>();
/** What the courier has answered: it does not come again while the server is a moment behind. */
const answered = new Set<string>();

/** Reads what is on offer; rings where something is new. */
export async function readOffers(): Promise<void> {
  const { data } = await client.listOffers({ query: {} });
  const nowMs = device.clock.nowMs();
  const open = data.filter(({ id }) => !answered.has(id)).map(wholeOffer);
  const isNew = open.some(({ id }) => !firstSeenMs.has(id));
  for (const { id } of open) if (!firstSeenMs.has(id)) firstSeenMs.set(id, nowMs);
  const [shown] = offers.value;
  if (shown && !answered.has(shown.id) && !open.some(({ id }) => id === shown.id))
    offerGone.value = isOver(shown, nowMs) ? 'expired' : 'taken';
  offers.value = open;
  if (!isNew) return;
  offerGone.value = null;
  ring();
}

const isOver = ({ expires_at }: Offer, nowMs: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= nowMs;

/** How long an offer still stands, of how long altogether; null: nothing ends it. */
export function timeLeft({
  id,
  expires_at,
}: Offer): { readonly leftMs: number; readonly wholeMs: number } | null {
  if (expires_at === null) return null;
  const endMs = Date.parse(expires_at);
  const nowMs = device.clock.nowMs();
  const wholeMs = Math.max(1_000, endMs - (firstSeenMs.get(id) ?? nowMs));
  return { leftMs: Math.max(0, endMs - nowMs), wholeMs };
}

/** Takes an offer; answers the number of the job. Throws what the client threw. */
export async function accept({ id }: Offer): Promise<string> {
  const { data } = await client.acceptOffer({ params: { id } });
  leave(id);
  // A list that was read meanwhile misses it, and nobody else took it.
  offerGone.value = null;
  await keepJobs([data]);
  return data.job_number;
}

/** Passes an offer on. Where the server cannot be told, it ends by itself. */
export async function decline({ id }: Offer): Promise<void> {
  leave(id);
  await client.declineOffer({ params: { id }, body: {} });
}

/** Takes it off the screen. */
export function leave(id: string): void {
  answered.add(id);
  offers.value = offers.value.filter((one) => one.id !== id);
}
