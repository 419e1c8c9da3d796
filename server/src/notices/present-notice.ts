import {
  formatOptionalTime,
  formatTime,
  type MerchantNoticeKind,
  type Notice,
  type NoticeLocale,
} from '@cottontree/contract';
import type { Vault } from '../core/vault.ts';
import { PHONE_SECRET } from './compose-batch.ts';
import { isMailAddress } from './is-mail-address.ts';
import { maskMail } from './mask-mail.ts';
import { CODE_MASK, type NoticeFacts } from './notice-facts.ts';
import type { NoticeRow } from './notices.queries.ts';
import { renderLetter, type LetterKind } from './render-letter.ts';
import { renderMail } from './render-mail.ts';
import { renderText } from './render-text.ts';
import type { TextKind } from './texts.ts';

export type Showing = {
  readonly vault: Vault;
  readonly maskPhone: (phone: string) => string;
  readonly timeZone: string;
};

/** A notice as its merchant may see it: the phone and the code masked. */
export function presentNotice(row: NoticeRow, { vault, maskPhone, timeZone }: Showing): Notice {
  const address = row.address && vault.open(row.address, PHONE_SECRET).toString('utf8');
  return {
    id: row.id,
    kind: row.kind as Notice['kind'],
    audience: row.audience as Notice['audience'],
    channel: row.channel as Notice['channel'],
    job_number: row.entity === '' ? null : row.entity,
    to: address && (isMailAddress(address) ? maskMail(address) : maskPhone(address)),
    locale: row.locale as NoticeLocale,
    text: address !== null && isMailAddress(address) ? mailOf(row) : textOf(row, timeZone),
    status: row.status as Notice['status'],
    reason: row.reason,
    attempts: row.attempts,
    next_attempt_at: row.status === 'queued' ? formatTime(row.run_at) : null,
    created_at: formatTime(row.created_at),
    sent_at: formatOptionalTime(row.sent_at),
    delivered_at: formatOptionalTime(row.delivered_at),
    livemode: row.livemode,
  };
}

function textOf({ facts: given, kind, audience, locale }: NoticeRow, timeZone: string): string | null {
  const facts = given as unknown as NoticeFacts;
  if (facts.at === undefined) return null;
  if (audience === 'merchant') return renderMail(kind as MerchantNoticeKind, facts, timeZone).text;
  return renderText({
    kind: kind as TextKind,
    locale: locale as NoticeLocale,
    facts,
    code: CODE_MASK,
    timeZone,
  });
}

/** Of an e-mail to somebody with tickets, or who has paid. */
function mailOf({ facts: given, kind, locale }: NoticeRow): string {
  return renderLetter({
    kind: kind as LetterKind,
    locale: locale as NoticeLocale,
    facts: given as unknown as NoticeFacts,
    code: CODE_MASK,
  }).text;
}
