import { eventCatalogue, type EventType, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../core/call.ts';
import { listMeta, readPage } from '../core/page.ts';
import { reply, type Reply } from '../core/reply.ts';
import type { Webhooks } from './open-webhooks.ts';

/** Lists the kinds of events, each with its schema and an example. */
export async function listEventTypes(
  { query }: Input<Operations['listEventTypes']>,
  _call: Call,
  _room: Webhooks,
): Promise<Reply<readonly EventType[]>> {
  const page = readPage(query, 'by page');
  const kinds = Object.values(eventCatalogue);
  const shown = kinds
    .slice(page.offset, page.offset + page.limit)
    .map(({ kind, default: isDefault, summary, data, example }): EventType => {
      return {
        event: kind as EventType['kind'],
        kind: kind as EventType['kind'],
        default: isDefault,
        summary,
        schema: JSON.parse(JSON.stringify(data)) as Record<string, unknown>,
        example,
      };
    });
  return reply(shown, {
    meta: listMeta({
      page,
      total: kinds.length,
      rows: kinds.slice(page.offset, page.offset + page.limit + 1),
    }),
  });
}
