import { eventCatalogue, type EventType, type Input, type Operations } from '@cottontree/contract';
import type { Call } from '../../../kernel/call/call.ts';
import { pageOfItems } from '../../../kernel/list/page-rows.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Webhooks } from '../module.ts';

/** Lists the kinds of events, each with its schema and an example. */
export async function listEventTypes(
  { query }: Input<Operations['listEventTypes']>,
  _call: Call,
  _module: Webhooks,
): Promise<Reply<readonly EventType[]>> {
  const { rows, meta } = pageOfItems(Object.values(eventCatalogue), query);
  return reply(
    rows.map(({ kind, default: isDefault, summary, data, example }): EventType => {
      return {
        event: kind as EventType['kind'],
        kind: kind as EventType['kind'],
        default: isDefault,
        summary,
        schema: JSON.parse(JSON.stringify(data)) as Record<string, unknown>,
        example,
      };
    }),
    { meta },
  );
}
