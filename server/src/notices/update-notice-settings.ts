import type { Input, NoticeSettings, Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { reply, type Reply } from '../core/reply.ts';
import { presentSettings } from './get-notice-settings.ts';
import type { Notices } from './open-notices.ts';
import { USUAL } from './settings-book.ts';
import { findSettings, putSettings } from './settings.queries.ts';

/** Changes what people are told, for the mode of the key. */
export async function updateNoticeSettings({ body }: Input<Operations['updateNoticeSettings']>, { tenant }: Call, room: Notices): Promise<Reply<NoticeSettings>> {
  const settings = await room.store.transaction(tenant, async (tx) => {
    const before = (await findSettings(tx, tenant)) ?? USUAL;
    const changed = {
      kinds: body.kinds === undefined ? before.kinds : [...new Set(body.kinds)],
      locale: body.locale ?? before.locale,
      senderName: body.sender_name === undefined ? before.senderName : body.sender_name,
      updatedAt: room.world.now(),
    };
    await putSettings(tx, tenant, changed);
    return changed;
  });
  await room.book.announce();
  return reply(presentSettings(settings));
}
