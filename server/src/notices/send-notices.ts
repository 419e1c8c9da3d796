import {
  noticeChannels,
  type MerchantNoticeKind,
  type NoticeChannel,
  type NoticeKind,
} from '@cottontree/contract';
import { FACT_SECRET } from '../outbox/index.ts';
import type { Outcome } from './channels/outcome.ts';
import { PHONE_SECRET } from './compose-batch.ts';
import { judgeDue } from './judge-due.ts';
import { handOverLetter } from './hand-over-letter.ts';
import { isMailAddress } from './is-mail-address.ts';
import { CODE_MASK } from './notice-facts.ts';
import type { Job } from './job-desk.ts';
import { jobsWithCode } from './jobs-with-code.ts';
import type { Notices } from './open-notices.ts';
import { findOptedOut } from './phones.queries.ts';
import { claimNotices, settleNotice, type DueNotice, type Settled } from './queue.queries.ts';
import { renderMail } from './render-mail.ts';
import { renderText } from './render-text.ts';
import type { TextKind } from './texts.ts';

const BATCH_ROWS = 32;
/** Longer than any channel takes, so that nobody else sends meanwhile. */
const LEASE_MS = 90_000;
/** Gaps before the second, third and fourth attempt. */
export const RETRY_GAPS_MS: readonly number[] = Object.freeze([30_000, 300_000, 3_600_000]);

/** Sends what is due, at least once: a gateway that answers too late may get it again, under the same id. */
export async function sendDueNotices(room: Notices): Promise<number> {
  const now = room.world.systemNow();
  const due = await claimNotices(room.store.system, {
    now,
    lease_until: new Date(now.getTime() + LEASE_MS),
    rows_max: BATCH_ROWS,
  });
  if (due.length === 0) return 0;
  const addressed = due.map((notice) => ({
    notice,
    phone: notice.address && room.vault.open(notice.address, PHONE_SECRET).toString('utf8'),
  }));
  const silent = await findOptedOut(
    room.store.system,
    addressed.map(({ phone }) => phone).filter((phone) => phone !== null),
  );
  const jobs = await jobsWithCode(room, due);
  await Promise.all(addressed.map((one) => sendOne(room, { ...one, silent, job: jobs.get(one.notice.id) })));
  return due.length;
}

type Addressed = {
  readonly notice: DueNotice;
  readonly phone: string | null;
  readonly silent: ReadonlySet<string>;
  /** Where the text carries its code. */ readonly job: Job | undefined;
};

async function sendOne(room: Notices, { notice, phone, silent, job }: Addressed): Promise<void> {
  const verdict = await judgeDue(room, { notice, phone, optedOut: phone !== null && silent.has(phone), job });
  if (verdict.kind === 'skip')
    return settleNotice(
      room.store.system,
      notice,
      settled(notice, { status: 'skipped', reason: verdict.reason }),
    );
  if (verdict.kind === 'wait')
    return settleNotice(room.store.system, notice, {
      ...settled(notice, { status: 'queued', reason: 'quiet_hours' }),
      run_at: verdict.until,
      attempts_after: notice.attempts - 1,
    });
  const outcome = await handOver(room, notice, { phone, job }).catch((error: unknown): Outcome => {
    room.log.error({ error, notice: notice.id }, 'A message to a person could not be made.');
    return { kind: 'unsure', reason: 'fault' };
  });
  await settleNotice(room.store.system, notice, afterAttempt(notice, outcome, room.world.systemNow()));
}

function handOver(
  room: Notices,
  notice: DueNotice,
  { phone, job }: Pick<Addressed, 'phone' | 'job'>,
): Promise<Outcome> {
  const facts = notice.facts;
  const channel = noticeChannels.find((known): known is NoticeChannel => known === notice.channel) ?? 'log';
  if (phone === null)
    return room.channels.toMail(
      {
        id: notice.id,
        to: notice.email,
        ...renderMail(notice.kind as MerchantNoticeKind, facts, notice.time_zone),
      },
      channel,
    );
  if (isMailAddress(phone)) return handOverLetter(room, notice, { to: phone, channel });
  const render = (code: string): string =>
    renderText({
      kind: notice.kind as TextKind,
      locale: notice.locale,
      facts,
      code,
      timeZone: notice.time_zone,
    });
  const sealed = job?.deliveryCode ?? (facts.sealed && Buffer.from(facts.sealed.code, 'base64'));
  const code = sealed ? room.vault.open(sealed, FACT_SECRET).toString('utf8') : '';
  return room.channels.toPhone(
    {
      id: notice.id,
      kind: notice.kind as NoticeKind,
      to: phone,
      text: render(code),
      masked: render(CODE_MASK),
    },
    channel,
  );
}

function afterAttempt(notice: DueNotice, outcome: Outcome, now: Date): Settled {
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
