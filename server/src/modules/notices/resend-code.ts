import {
  nextStatuses,
  normaliseJobNumber,
  verifyPath,
  type Input,
  type Operations,
  type ResentCode,
} from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { effect } from '../../kernel/effect/effect.ts';
import { Failure } from '../../kernel/call/failure.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { keyOf, type Tenant } from '../../kernel/call/tenant.ts';
import { FACT_SECRET } from '../../outbox/index.ts';
import type { Runner } from '../../store/index.ts';
import { whatsAppLink } from './channels/send-whatsapp.ts';
import { composeBatch, type PlannedNotice } from './compose-batch.ts';
import { toRecipient } from './compose-notice.ts';
import type { NoticedJob } from './delivery-port.ts';
import { findNotice, insertNotices } from './notices.queries.ts';
import type { Notices } from './module.ts';
import { findOptedOut } from './phones.queries.ts';
import { presentNotice } from './notices.ts';
import { takeAllowance } from './queue.queries.ts';
import { renderText } from './render-text.ts';
import { wakeSenders } from './wake-senders.ts';

export const RESENDS_PER_HOUR_MAX = 3;
const HOUR_MS = 3_600_000;

/** Tells the recipient the same link and code once more. */
export async function resendCode(
  { params }: Input<Operations['resendCode']>,
  call: Call,
  module: Notices,
): Promise<Reply<ResentCode>> {
  const jobNumber = normaliseJobNumber(params.jobNumber);
  if (jobNumber === null) throw deliveryNotFound(params.jobNumber);
  const { timeZone } = call.caller.merchant;
  return effect(module, call, {
    work: async (runner) => {
      const [job] = await module.jobs.describe(runner, [{ tenant: call.tenant, jobNumber }]);
      if (!job) throw deliveryNotFound(params.jobNumber);
      refuseWhatIsOver(job);
      const [planned] = toRecipient(
        { ...job, notifies: true },
        { kind: 'created', settings: module.cache.of(call.tenant), at: call.now },
      );
      if (!planned?.phone || (await isSilent(module, planned.phone))) {
        throw new Failure(
          'RECIPIENT_NOT_REACHABLE',
          `Delivery ${jobNumber} has no recipient phone that takes messages. Read the code out instead.`,
        );
      }
      await countResend(runner, call.tenant, { jobNumber, now: module.world.systemNow() });
      const batch = composeBatch(module, [planned]);
      const [id = ''] = await insertNotices(runner, batch);
      const row = await findNotice(runner, call.tenant, id);
      if (!row) throw new Error(`The notice ${id} that was just made is not there.`);
      wakeSenders(module, batch.channels);
      return reply({
        notice: presentNotice(row, { vault: module.vault, jobs: module.jobs, timeZone }),
        whatsapp_url: shareLink(module, { planned, job, timeZone }),
      });
    },
  });
}

function refuseWhatIsOver(job: NoticedJob): void {
  const status = job.status;
  const way = verifyPath('delivery', status);
  if (way.kind === 'passed')
    throw new Failure(
      'STATE_CONFLICT',
      `Delivery ${job.jobNumber} is ${status}; its code is not needed any more.`,
      { details: { from: status, to: status, allowed: nextStatuses(status) } },
    );
  if (way.kind === 'not_active')
    throw new Failure(
      'DELIVERY_NOT_ACTIVE',
      `Delivery ${job.jobNumber} is ${status}; its codes no longer count.`,
      { details: { status } },
    );
}

async function isSilent({ store }: Notices, phone: string): Promise<boolean> {
  return (await findOptedOut(store.system, [phone])).has(phone);
}

async function countResend(
  runner: Runner,
  tenant: Tenant,
  { jobNumber, now }: { readonly jobNumber: string; readonly now: Date },
): Promise<void> {
  const period = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  if (
    await takeAllowance(runner, {
      ...keyOf(tenant),
      subject: `resend:${jobNumber}`,
      period,
      step: 1n,
      most: BigInt(RESENDS_PER_HOUR_MAX),
    })
  )
    return;
  const retryAfterSeconds = Math.ceil((period.getTime() + HOUR_MS - now.getTime()) / 1_000);
  throw new Failure(
    'RATE_LIMITED',
    `The code of ${jobNumber} was sent again ${RESENDS_PER_HOUR_MAX} times this hour. Wait, or read it out.`,
    { retryAfterSeconds },
  );
}

function shareLink(
  { vault }: Notices,
  {
    planned,
    job,
    timeZone,
  }: { readonly planned: PlannedNotice; readonly job: NoticedJob; readonly timeZone: string },
): string {
  const code = vault.open(job.deliveryCode, FACT_SECRET).toString('utf8');
  return whatsAppLink(
    planned.phone ?? '',
    renderText({ kind: 'created', locale: planned.locale, facts: planned.facts, code, timeZone }),
  );
}

function deliveryNotFound(jobNumber: string): Failure {
  return new Failure('DELIVERY_NOT_FOUND', `There is no delivery ${jobNumber.slice(0, 64)}.`);
}
