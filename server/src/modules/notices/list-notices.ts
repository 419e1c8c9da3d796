import type { Input, Notice, Operations } from '@cottontree/contract';
import type { Call } from '../../kernel/call/call.ts';
import { reply, type Reply } from '../../kernel/call/reply.ts';
import { noticeList } from './notices.queries.ts';
import type { Notices } from './module.ts';
import { presentNotice } from './present-notice.ts';

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
