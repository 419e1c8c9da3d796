import { idRandomBytes, makeId, type Incident, type Input, type Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { findReachedJob } from './find-reached-job.ts';
import { findOpenIncident, insertIncident } from './incidents.queries.ts';
import { noteAudit } from './note-audit.ts';
import { presentIncident } from './present-incident.ts';

/** Opens an incident; where one of that kind is open for the delivery, that one is answered. */
export async function openIncident(
  { params, body }: Input<Operations['openIncident']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<Incident>> {
  const { tenant, jobNumber } = await findReachedJob(params.jobNumber, call, room);
  const { kind } = body;
  return effect(
    room,
    { tenant, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const openedAt = room.world.now();
        const id = makeId('inc_', openedAt.getTime(), room.world.randomBytes(idRandomBytes));
        const opened = await insertIncident(tx, tenant, {
          id,
          jobNumber,
          kind,
          note: body.note ?? null,
          openedBy: call.operator.id,
          openedAt,
        });
        if (opened)
          await noteAudit(
            tx,
            { tenant, jobNumber, action: 'openIncident', details: { id, kind } },
            { call, room },
          );
        const row = opened ?? (await findOpenIncident(tx, tenant, { jobNumber, kind }));
        if (!row) throw new Error(`The open incident of ${jobNumber} was resolved at that moment.`);
        return reply(presentIncident(row), opened ? {} : { status: 200 });
      },
    },
  );
}
