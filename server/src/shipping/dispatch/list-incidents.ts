import type { Incident, Input, Operations } from '@cottontree/contract';
import type { DispatchCall } from '../../core/call.ts';
import { reply, type Reply } from '../../core/reply.ts';
import { presentIncident } from './present-incident.ts';
import type { Shipping } from '../open-shipping.ts';
import { incidentList } from './incidents.queries.ts';

/** Lists incidents within reach, newest first unless sorted otherwise. */
export async function listIncidents(
  { query }: Input<Operations['listIncidents']>,
  call: DispatchCall,
  { store }: Shipping,
): Promise<Reply<readonly Incident[]>> {
  const { rows, meta } = await incidentList.find(store.system.slow, { call, query });
  return reply(rows.map(presentIncident), { meta });
}
