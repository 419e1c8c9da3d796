import type { Incident, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { effect } from '../../core/effect.ts';
import { Failure } from '../../core/failure.ts';
import { reply, type Reply } from '../../core/reply.ts';
import type { Shipping } from '../open-shipping.ts';
import { findIncident, resolveOpenIncident, type IncidentRow } from './incidents.queries.ts';
import { noteAudit } from './note-audit.ts';
import { presentIncident } from './present-incident.ts';

/** Resolves an incident; one that is resolved already is answered as it is. */
export async function resolveIncident(
  { params, body }: Input<Operations['resolveIncident']>,
  call: DispatchCall,
  room: Shipping,
): Promise<Reply<Incident>> {
  const found = await findIncident(room.store.system, params.id);
  if (!found || !isWithin(found, call.reach))
    throw new Failure('INCIDENT_NOT_FOUND', `There is no incident ${params.id.slice(0, 64)}.`);
  const tenant = { merchantId: found.merchant_id, livemode: found.livemode };
  return effect(
    room,
    { tenant, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const resolved = await resolveOpenIncident(tx, tenant, {
          id: found.id,
          resolution: body.resolution,
          resolved_by: call.operator.id,
          resolved_at: room.world.now(),
        });
        if (resolved)
          await noteAudit(
            tx,
            { tenant, jobNumber: found.job_number, action: 'resolveIncident', details: { id: found.id } },
            { call, room },
          );
        return reply(presentIncident(resolved ?? (await findIncident(room.store.system, found.id)) ?? found));
      },
    },
  );
}

function isWithin(row: IncidentRow, reach: DispatchCall['reach']): boolean {
  return reach === null || (reach.merchantId === row.merchant_id && reach.livemode === row.livemode);
}
