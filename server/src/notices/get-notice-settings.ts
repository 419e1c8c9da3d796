import { formatOptionalTime, type Input, type NoticeSettings, type Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { versionAt } from '../core/if-match.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Notices } from './open-notices.ts';
import { USUAL, type TenantSettings } from './settings-book.ts';
import { findSettings } from './settings.queries.ts';

export async function getNoticeSettings(
  _input: Input<Operations['getNoticeSettings']>,
  { tenant }: Call,
  room: Notices,
): Promise<Reply<NoticeSettings>> {
  const settings = (await findSettings(room.store.of(tenant), tenant)) ?? USUAL;
  return reply(presentSettings(settings), { version: versionAt(settings.updatedAt) });
}

export function presentSettings({ kinds, locale, senderName, updatedAt }: TenantSettings): NoticeSettings {
  return {
    kinds: [...kinds] as NoticeSettings['kinds'],
    locale,
    sender_name: senderName,
    updated_at: formatOptionalTime(updatedAt),
  };
}
