import {
  noticeChannels,
  type NoticeChannel,
  type NoticeKind,
  type TicketNoticeKind,
} from '@cottontree/contract';
import { keyOf } from '../../kernel/call/tenant.ts';
import { FACT_SECRET } from '../../outbox/index.ts';
import type { ChannelOutcome } from './channels/outcome.ts';
import { PHONE_SECRET } from './compose-batch.ts';
import { smsCount } from './gsm.ts';
import { isMailAddress } from './mail-address.ts';
import type { NoticedJob } from './delivery-port.ts';
import { findOutdated } from './find-outdated.ts';
import { jobsAhead, reasonNotToTell } from './jobs-ahead.ts';
import type { Notices } from './module.ts';
import { CODE_MASK } from './notice-facts.ts';
import { findOptedOut } from './phones.queries.ts';
import { claimNotices, settleNotice, takeAllowance, type DueNotice, type Settled } from './queue.queries.ts';
import { untilQuietEnds } from './quiet-hours.ts';
import { renderForMail, renderForMerchant, renderForPhone } from './render-notice.ts';

const BATCH_ROWS = 32;
/** Longer than any channel takes, so that nobody else sends meanwhile. */
const LEASE_MS = 90_000;
/** Gaps before the second, third and fourth attempt. */
export const RETRY_GAPS_MS: readonly number[] = Object.freeze([30_000, 300_000, 3_600_000]);

/** Sends what is due by one way, at least once: a gateway that answers too late may get it again, under the same id. */
export async function sendDueNotices(module: Notices, channel: NoticeChannel): Promise<number> {
  const now = module.world.systemNow();
  const due = await claimNotices(module.store.system, {
    channel,
    now,
    lease_until: new Date(now.getTime() + LEASE_MS),
    rows_max: BATCH_ROWS,
  });
  if (due.length === 0) return 0;
  const addressed = due.map((notice) => ({
    notice,
    phone: notice.address && module.vault.open(notice.address, PHONE_SECRET).toString('utf8'),
  }));
  const silent = await findOptedOut(
    module.store.system,
    addressed.map(({ phone }) => phone).filter((phone) => phone !== null),
  );
  const [jobs, outdated] = await Promise.all([jobsAhead(module, due), findOutdated(module, addressed)]);
  await Promise.all(
    addressed.map((one) =>
      sendOne(module, {
        ...one,
        silent,
        job: jobs.get(one.notice.id),
        isOutdated: outdated.has(one.notice.id),
      }),
    ),
  );
  return due.length;
}

type Addressed = {
  readonly notice: DueNotice;
  readonly phone: string | null;
  readonly silent: ReadonlySet<string>;
  /** Of a parcel that is to come. */ readonly job: NoticedJob | undefined;
  readonly isOutdated: boolean;
};

async function sendOne(
  module: Notices,
  { notice, phone, silent, job, isOutdated }: Addressed,
): Promise<void> {
  const verdict = await judgeDue(module, {
    notice,
    phone,
    optedOut: phone !== null && silent.has(phone),
    job,
    isOutdated,
  });
  if (verdict.kind === 'skip')
    return settleNotice(
      module.store.system,
      notice,
      settled(notice, { status: 'skipped', reason: verdict.reason }),
    );
  if (verdict.kind === 'wait')
    return settleNotice(module.store.system, notice, {
      ...settled(notice, { status: 'queued', reason: 'quiet_hours' }),
      run_at: verdict.until,
      attempts_after: notice.attempts - 1,
    });
  const outcome = await handOver(module, notice, { phone, job }).catch((error: unknown): ChannelOutcome => {
    module.log.error({ error, notice: notice.id }, 'A message to a person could not be made.');
    return { kind: 'unsure', reason: 'fault' };
  });
  await settleNotice(module.store.system, notice, afterAttempt(notice, outcome, module.world.systemNow()));
}

async function handOver(
  module: Notices,
  notice: DueNotice,
  { phone, job }: Pick<Addressed, 'phone' | 'job'>,
): Promise<ChannelOutcome> {
  const channel = noticeChannels.find((known): known is NoticeChannel => known === notice.channel) ?? 'log';
  if (phone === null) {
    const letter = renderForMerchant(rendering(notice, ''));
    return module.channels.toMail({ id: notice.id, to: notice.email, ...letter }, channel);
  }
  if (isMailAddress(phone)) return handOverLetter(module, notice, { to: phone, channel });
  return module.channels.toPhone(
    {
      id: notice.id,
      kind: notice.kind as NoticeKind,
      to: phone,
      text: textFor(module, notice, job),
      masked: renderForPhone(rendering(notice, CODE_MASK)),
    },
    channel,
  );
}

function textFor({ vault }: Notices, notice: DueNotice, job: NoticedJob | undefined): string {
  const { sealed: kept } = notice.facts;
  const sealed = job?.deliveryCode ?? (kept && Buffer.from(kept.code, 'base64'));
  const code = sealed ? vault.open(sealed, FACT_SECRET).toString('utf8') : '';
  return renderForPhone(rendering(notice, code));
}

function afterAttempt(notice: DueNotice, outcome: ChannelOutcome, now: Date): Settled {
  if (outcome.kind === 'sent')
    return {
      ...settled(notice, { status: 'sent', reason: null }),
      provider_id: outcome.providerId,
      sent_at: now,
    };
  const gapMs = outcome.kind === 'unsure' ? RETRY_GAPS_MS[notice.attempts - 1] : undefined;
  if (gapMs === undefined) return settled(notice, { status: 'failed', reason: outcome.reason });
  return {
    ...settled(notice, { status: 'queued', reason: outcome.reason }),
    run_at: new Date(now.getTime() + gapMs),
  };
}

function settled(
  notice: DueNotice,
  { status, reason }: { readonly status: string; readonly reason: string | null },
): Settled {
  return {
    status,
    reason,
    run_at: notice.created_at,
    provider_id: null,
    sent_at: null,
    attempts_after: notice.attempts,
  };
}

/** With these the tickets come along. */
const WITH_FILES: ReadonlySet<string> = new Set<TicketNoticeKind>(['tickets_paid', 'ticket_sent']);

/** Sends an e-mail to a buyer, a payer or a customer; one that brings tickets, an invoice or a receipt has them as they are now. */
async function handOverLetter(
  module: Notices,
  notice: DueNotice,
  { to, channel }: { readonly to: string; readonly channel: NoticeChannel },
): Promise<ChannelOutcome> {
  const facts = notice.facts;
  const code = facts.sealed
    ? module.vault.open(Buffer.from(facts.sealed.code, 'base64'), FACT_SECRET).toString('utf8')
    : '';
  const tenant = { merchantId: notice.merchant_id, livemode: notice.livemode };
  const tickets =
    facts.tickets && WITH_FILES.has(notice.kind)
      ? await module.tickets.files({ tenant, ...facts.tickets })
      : [];
  const invoices =
    facts.invoiceId === undefined
      ? []
      : await module.invoices.files({ tenant, invoiceId: facts.invoiceId, locale: notice.locale });
  const receipts =
    facts.saleId === undefined
      ? []
      : await module.receipts.files({ tenant, saleId: facts.saleId, locale: notice.locale });
  const files = [...tickets, ...invoices, ...receipts];
  const brand = await module.brands.find(tenant);
  return module.channels.toMail(
    {
      id: notice.id,
      to,
      files,
      masked: renderForMail(rendering(notice, CODE_MASK), brand).text,
      ...renderForMail(rendering(notice, code), brand),
    },
    channel,
  );
}

function rendering({ kind, locale, facts, time_zone: timeZone, livemode }: DueNotice, code: string) {
  return { kind, locale, facts, code, timeZone, isTest: !livemode };
}

type Verdict =
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
  readonly job: NoticedJob | undefined;
  readonly isOutdated: boolean;
};

/** Whether a message may go now; what it takes of a limit is counted at its first attempt. */
async function judgeDue(
  module: Notices,
  { notice, phone, optedOut, job, isOutdated }: Due,
): Promise<Verdict> {
  const now = module.world.systemNow();
  if (optedOut) return { kind: 'skip', reason: 'opted_out' };
  if (phone === null && notice.audience !== 'merchant') return { kind: 'skip', reason: 'erased' };
  if (isOutdated) return { kind: 'skip', reason: 'over' };
  const outdated = job && phone !== null ? reasonNotToTell(notice, job, phone) : null;
  if (outdated !== null) return { kind: 'skip', reason: outdated };
  if (
    (notice.kind === 'near' || notice.kind === 'arrived') &&
    now.getTime() - notice.created_at.getTime() > NEAR_USEFUL_MS
  )
    return { kind: 'skip', reason: 'too_late' };
  const until =
    CAN_WAIT.has(notice.kind) && notice.audience === 'recipient'
      ? untilQuietEnds(now, module.options.quietHours, notice.time_zone)
      : null;
  if (until) return { kind: 'wait', until };
  if (notice.attempts > 1 || phone === null || notice.channel === 'log') return { kind: 'send' };
  return takeLimits(module, {
    notice,
    phone,
    job,
    today: new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS),
  });
}

type Counted = Pick<Due, 'notice' | 'job'> & { readonly phone: string; readonly today: Date };

async function takeLimits(module: Notices, { notice, phone, job, today }: Counted): Promise<Verdict> {
  const { store, vault, options } = module;
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
    step: (step ?? 0n) * BigInt(messagesIn(module, notice, job)),
    most: most ?? 0n,
  });
  return affordable ? { kind: 'send' } : { kind: 'skip', reason: 'spend_limit' };
}

/** As how many messages a gateway counts the text; one that cannot be made is found out when it is sent. */
function messagesIn(module: Notices, notice: DueNotice, job: NoticedJob | undefined): number {
  try {
    return smsCount(textFor(module, notice, job));
  } catch {
    return 1;
  }
}
