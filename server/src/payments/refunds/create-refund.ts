import { idRandomBytes, makeId, type Input, type Operations, type Refund } from '@cottontree/contract';
import type { Call } from '../../core/call.ts';
import { writeThenAct } from '../../core/outside-effect.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Payments } from '../open-payments.ts';
import { readSomeMoney } from '../../core/read-figures.ts';
import { beginRefund } from './begin-refund.ts';
import { presentRefund } from './present-refund.ts';
import { pursueRefund } from './pursue-refund.ts';

/** Sends money back: the refund is written first, and its provider asked once that is sure. */
export async function createRefund(
  { params, body }: Input<Operations['createRefund']>,
  call: Call,
  room: Payments,
): Promise<Reply<Refund>> {
  const { tenant } = call;
  return writeThenAct(room, call, {
    judge: async () => null,
    write: async (runner) => {
      const { amount } = body;
      const row = await beginRefund(
        { room, runner, tenant },
        {
          id: makeId('re_', room.world.now().getTime(), room.world.randomBytes(idRandomBytes)),
          paymentId: params.id,
          amountOf: ({ currency }) =>
            amount === undefined ? null : readSomeMoney(amount, { path: 'amount', currency }),
          leavesCounted: true,
          reason: body.reason ?? null,
          metadata: body.metadata ?? {},
          at: call.now,
        },
      );
      return { id: row.id };
    },
    act: async ({ id }) => {
      return reply(presentRefund(await pursueRefund(room, { tenant, id })));
    },
  });
}
