import type { Data, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';

/** Tells where pictures of the ground come from, if the server has any. */
export async function getDispatchMap(
  _input: Input<Operations['getDispatchMap']>,
  _call: DispatchCall,
  { settings }: Shipping,
): Promise<Reply<Data<Operations['getDispatchMap']>>> {
  const { mapTiles: tiles } = settings;
  return reply({
    tiles: tiles && { url: tiles.url, attribution: tiles.attribution, zoom_max: tiles.zoomMax },
  });
}
