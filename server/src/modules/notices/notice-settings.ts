import {
  formatOptionalTime,
  operations,
  type Input,
  type NoticeSettings,
  type Operations,
} from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { changesNothing } from '../../kernel/change/change.ts';
import { requireMatch, versionAt } from '../../kernel/change/if-match.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { refuseReadOnly } from '../../kernel/shape/read-only.ts';
import type { Notices } from './module.ts';
import { USUAL } from './settings-cache.ts';
import { findSettings, putSettings, type TenantSettings } from './settings.queries.ts';

export async function getNoticeSettings(
  _input: Input<Operations['getNoticeSettings']>,
  { tenant }: Call,
  module: Notices,
): Promise<Reply<NoticeSettings>> {
  const settings = (await findSettings(module.store.of(tenant), tenant)) ?? USUAL;
  return reply(presentSettings(settings), { version: versionAt(settings.updatedAt) });
}

function presentSettings({ kinds, locale, senderName, updatedAt }: TenantSettings): NoticeSettings {
  return {
    kinds: [...kinds] as NoticeSettings['kinds'],
    locale,
    sender_name: senderName,
    updated_at: formatOptionalTime(updatedAt),
  };
}

/** Changes what people are told, for the mode of the key. */
export async function updateNoticeSettings(
  { body }: Input<Operations['updateNoticeSettings']>,
  { tenant, ifMatch }: Call,
  module: Notices,
): Promise<Reply<NoticeSettings>> {
  const settings = await module.store.transaction(tenant, async (tx) => {
    // Who found nothing set may find that somebody was quicker; what is set is kept from others' changes meanwhile.
    for (;;) {
      const before = (await findSettings(tx, tenant)) ?? USUAL;
      requireMatch(ifMatch, { version: versionAt(before.updatedAt), what: 'The settings of messages' });
      refuseReadOnly(operations.updateNoticeSettings.readOnly, body, presentSettings(before));
      const fields = {
        kinds: body.kinds === undefined ? before.kinds : [...new Set(body.kinds)],
        locale: body.locale ?? before.locale,
        senderName: body.sender_name === undefined ? before.senderName : body.sender_name,
      };
      if (changesNothing(fields, before)) return before;
      const after = {
        ...fields,
        updatedAt: new Date(
          Math.max(module.world.systemNow().getTime(), (before.updatedAt?.getTime() ?? 0) + 1),
        ),
      };
      if (await putSettings(tx, tenant, { before, after })) return after;
    }
  });
  await module.cache.announce();
  return reply(presentSettings(settings), { version: versionAt(settings.updatedAt) });
}
