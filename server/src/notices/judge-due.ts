import { keyOf } from '../core/tenant.ts';
import { PHONE_SECRET } from './compose-batch.ts';
import type { Job } from './job-desk.ts';
import { reasonNotToTellCode } from './jobs-with-code.ts';
import type { Notices } from './open-notices.ts';
import { takeAllowance, type DueNotice } from './queue.queries.ts';
import { untilQuietEnds } from './quiet-hours.ts';

export type Verdict =
  | { readonly kind: 'send' }
  | { readonly kind: 'skip'; readonly reason: string }
  | { readonly kind: 'wait'; readonly until: Date };

/** Texts that one merchant sends to one number in a day. */
export const MESSAGES_PER_NUMBER_PER_DAY_MAX = 10;
/** That the courier is near is no news any more after this long. */
const NEAR_USEFUL_MS = 1_800_000;
const DAY_MS = 86_400_000;
/** What a person would rather not be woken by; where a courier is at the door, or a code is needed, nobody waits. */
const CAN_WAIT: ReadonlySet<string> = new Set([
  'created',
  'picked_up',
  'delivered',
  'failed',
  'cancelled',
  'invoice_reminder',
  'invoice_overdue',
]);
/** A gateway's price has at most four decimals. */
const PRICE_UNITS = 10_000;

type Due = {
  readonly notice: DueNotice;
  readonly phone: string | null;
  readonly optedOut: boolean;
  readonly job: Job | undefined;
};

/** Whether a message may go now; what it takes of a limit is counted at its first attempt. */
export async function judgeDue(room: Notices, { notice, phone, optedOut, job }: Due): Promise<Verdict> {
  const now = room.world.systemNow();
  if (optedOut) return { kind: 'skip', reason: 'opted_out' };
  if (phone === null && notice.audience !== 'merchant') return { kind: 'skip', reason: 'erased' };
  const outdated = job && phone !== null ? reasonNotToTellCode(job, phone) : null;
  if (outdated !== null) return { kind: 'skip', reason: outdated };
  if (
    (notice.kind === 'near' || notice.kind === 'arrived') &&
    now.getTime() - notice.created_at.getTime() > NEAR_USEFUL_MS
  )
    return { kind: 'skip', reason: 'too_late' };
  const until =
    CAN_WAIT.has(notice.kind) && notice.audience === 'recipient'
      ? untilQuietEnds(now, room.options.quietHours, notice.time_zone)
      : null;
  if (until) return { kind: 'wait', until };
  if (notice.attempts > 1 || phone === null || notice.channel === 'log') return { kind: 'send' };
  return takeLimits(room, { notice, phone, today: new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS) });
}

async function takeLimits(
  { store, vault, options }: Notices,
  { notice, phone, today }: { readonly notice: DueNotice; readonly phone: string; readonly today: Date },
): Promise<Verdict> {
  const tenant = keyOf({ merchantId: notice.merchant_id, livemode: notice.livemode });
  const number = `number:${vault.fingerprint(PHONE_SECRET, phone).toString('base64url')}`;
  if (
    !(await takeAllowance(store.system, {
      ...tenant,
      subject: number,
      period: today,
      step: 1n,
      most: BigInt(MESSAGES_PER_NUMBER_PER_DAY_MAX),
    }))
  )
    return { kind: 'skip', reason: 'number_limit' };
  if (notice.channel !== 'sms' || options.sms === null) return { kind: 'send' };
  const [step, most] = [options.sms.price, options.sms.spendPerDayMax].map((amount) =>
    BigInt(Math.round(amount * PRICE_UNITS)),
  );
  const affordable = await takeAllowance(store.system, {
    ...tenant,
    subject: 'spend',
    period: today,
    step: step ?? 0n,
    most: most ?? 0n,
  });
  return affordable ? { kind: 'send' } : { kind: 'skip', reason: 'spend_limit' };
}
