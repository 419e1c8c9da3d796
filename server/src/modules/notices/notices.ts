import {
  driverNoticeKinds,
  formatOptionalTime,
  formatTime,
  recipientNoticeKinds,
  type Input,
  type Notice,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import type { Vault } from '../../kernel/secrets/vault.ts';
import { noticeList, type NoticeRow } from './notices.queries.ts';
import type { Notices } from './module.ts';
import { PHONE_SECRET } from './compose-batch.ts';
import type { DeliveryPort } from './delivery-port.ts';
import { isMailAddress, maskMail } from './mail-address.ts';
import { CODE_MASK } from './notice-facts.ts';
import { renderLetter, type LetterKind } from './render-notice.ts';
import { renderMail } from './render-mail.ts';
import { renderText } from './render-text.ts';
import type { TextKind } from './texts.ts';

/** Lists messages to people, newest first unless sorted otherwise, also those that were not sent. */
export async function listNotices(
  { query }: Input<Operations['listNotices']>,
  call: Call,
  { store, vault, jobs }: Notices,
): Promise<Reply<readonly Notice[]>> {
  const { rows, meta } = await noticeList.find(store.reads(call.tenant), { call, query });
  const showing = { vault, jobs, timeZone: call.caller.merchant.timeZone };
  return reply(
    rows.map((row) => presentNotice(row, showing)),
    { meta },
  );
}

/** Kinds whose link is the recipient's own. */
const ABOUT_PARCELS: ReadonlySet<string> = new Set(recipientNoticeKinds);
/** What every other kind is about has a number or an id of its own, which is no job's. */
const OF_JOBS: ReadonlySet<string> = new Set<string>([...recipientNoticeKinds, ...driverNoticeKinds]);

type Showing = {
  readonly vault: Vault;
  readonly jobs: Pick<DeliveryPort, 'maskPhone' | 'viewLink'>;
  readonly timeZone: string;
};

/** A notice as its merchant may see it: the phone and the code masked, with a link that shows no code either. */
export function presentNotice(row: NoticeRow, { vault, jobs, timeZone }: Showing): Notice {
  const address = row.address && vault.open(row.address, PHONE_SECRET).toString('utf8');
  return {
    id: row.id,
    kind: row.kind as Notice['kind'],
    audience: row.audience,
    channel: row.channel,
    job_number: OF_JOBS.has(row.kind) ? row.entity : null,
    reference: row.entity === '' ? null : row.entity,
    to: address && (isMailAddress(address) ? maskMail(address) : jobs.maskPhone(address)),
    locale: row.locale,
    text: address !== null && isMailAddress(address) ? mailOf(row) : textOf(row, { jobs, timeZone }),
    status: row.status,
    reason: row.reason,
    attempts: row.attempts,
    next_attempt_at: row.status === 'queued' ? formatTime(row.run_at) : null,
    created_at: formatTime(row.created_at),
    sent_at: formatOptionalTime(row.sent_at),
    delivered_at: formatOptionalTime(row.delivered_at),
    livemode: row.livemode,
  };
}

function textOf(
  { facts: given, kind, audience, locale, entity }: NoticeRow,
  { jobs, timeZone }: Pick<Showing, 'jobs' | 'timeZone'>,
): string | null {
  const kept = given;
  const facts = ABOUT_PARCELS.has(kind) ? { ...kept, link: jobs.viewLink(entity) } : kept;
  if (facts.at === undefined) return null;
  if (audience === 'merchant') return renderMail(kind, facts, timeZone).text;
  return renderText({ kind: kind as TextKind, locale, facts, code: CODE_MASK, timeZone });
}

/** Of an e-mail to somebody with tickets, or who has paid. */
function mailOf({ facts: given, kind, locale }: NoticeRow): string {
  return renderLetter({ kind: kind as LetterKind, locale, facts: given, code: CODE_MASK }).text;
}
