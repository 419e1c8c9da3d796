import {
  idRandomBytes,
  makeId,
  operations,
  type Input,
  type Operations,
  type Terminal,
} from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { Failure } from '../../core/failure.ts';
import { refuseReadOnly } from '../../core/read-only.ts';
import type { Reply } from '../../core/reply.ts';
import { showMode } from '../../core/show-mode.ts';
import type { Pos } from '../open-pos.ts';
import { requireActiveLocation } from '../settings/default-location.ts';
import { requireTerminal } from './get-terminal.ts';
import { replyTerminal } from './present-terminal.ts';
import { insertTerminal } from './terminals.queries.ts';

/** How often the next code is taken by another till that is set up at the same moment. */
const DRAWS_MAX = 20;

/** Sets up a till, without a device. */
export async function createTerminal(
  { body }: Input<Operations['createTerminal']>,
  call: Call,
  room: Pos,
): Promise<Reply<Terminal>> {
  const { tenant, now } = call;
  refuseReadOnly(operations.createTerminal.readOnly, body, showMode(tenant.livemode));
  return effect(room, call, {
    work: async (tx) => {
      const location = await requireActiveLocation(tx, tenant, { id: body.location_id ?? null, now });
      const id = makeId('trm_', now.getTime(), room.world.randomBytes(idRandomBytes));
      const wanted = {
        id,
        name: body.name,
        code: body.code ?? null,
        location_id: location.id,
        is_active: body.is_active ?? true,
        now,
      };
      for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
        if (await insertTerminal(tx, tenant, wanted))
          return replyTerminal(await requireTerminal(tx, tenant, id), room.world.systemNow());
        if (wanted.code !== null)
          throw new Failure(
            'DUPLICATE_CODE',
            `Another till has the code ${wanted.code}, or had it: its receipts bear it. Choose another.`,
            { details: { code: wanted.code } },
          );
      }
      throw new Failure(
        'SERVICE_UNAVAILABLE',
        'No free code was found for the till. Try again, or choose one.',
        { retryAfterSeconds: 1 },
      );
    },
  });
}
