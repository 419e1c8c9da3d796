import {
  formatOptionalTime,
  formatTime,
  idRandomBytes,
  makeId,
  type Incident,
  type Input,
  type Operations,
} from '@cottontree/contract';
import type { DispatchCall } from '../../../kernel/call/call.ts';
import { effect } from '../../../kernel/effect/effect.ts';
import { Failure } from '../../../kernel/call/failure.ts';
import { reply, type Reply } from '../../../kernel/call/reply.ts';
import type { Shipping } from '../module.ts';
import { findReachedJob } from './direct-job.ts';
import {
  findIncident,
  incidentList,
  insertIncident,
  openOrFindIncident,
  resolveOpenIncident,
  stuckDeliveries,
  type IncidentRow,
} from './incidents.queries.ts';
import { noteAudit } from './audit.ts';

/** Lists incidents within reach, newest first unless sorted otherwise. */
export async function listIncidents(
  { query }: Input<Operations['listIncidents']>,
  call: DispatchCall,
  { store }: Shipping,
): Promise<Reply<readonly Incident[]>> {
  const { rows, meta } = await incidentList.find(store.system.reads, { call, query });
  return reply(rows.map(presentIncident), { meta });
}

/** Opens an incident; where one of that kind is open for the delivery, that one is answered. */
export async function openIncident(
  { params, body }: Input<Operations['openIncident']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<Incident>> {
  const { tenant, jobNumber } = await findReachedJob(params.jobNumber, call, module);
  const { kind } = body;
  return effect(
    module,
    { tenant, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const openedAt = module.world.now();
        const id = makeId('inc_', openedAt.getTime(), module.world.randomBytes(idRandomBytes));
        const { row, isNew } = await openOrFindIncident(tx, tenant, {
          id,
          jobNumber,
          kind,
          note: body.note ?? null,
          openedBy: call.operator.id,
          openedAt,
        });
        if (isNew)
          await noteAudit(
            tx,
            { tenant, jobNumber, action: 'openIncident', details: { id, kind } },
            { call, module },
          );
        return reply(presentIncident(row), isNew ? {} : { status: 200 });
      },
    },
  );
}

/** Resolves an incident; one that is resolved already is answered as it is. */
export async function resolveIncident(
  { params, body }: Input<Operations['resolveIncident']>,
  call: DispatchCall,
  module: Shipping,
): Promise<Reply<Incident>> {
  const found = await findIncident(module.store.system, params.id);
  if (!found || !isWithin(found, call.reach))
    throw new Failure('INCIDENT_NOT_FOUND', `There is no incident ${params.id.slice(0, 64)}.`);
  const tenant = { merchantId: found.merchant_id, livemode: found.livemode };
  return effect(
    module,
    { tenant, idempotency: call.idempotency },
    {
      work: async (tx) => {
        const resolved = await resolveOpenIncident(tx, tenant, {
          id: found.id,
          resolution: body.resolution,
          resolved_by: call.operator.id,
          resolved_at: module.world.now(),
        });
        if (resolved)
          await noteAudit(
            tx,
            { tenant, jobNumber: found.job_number, action: 'resolveIncident', details: { id: found.id } },
            { call, module },
          );
        return reply(
          presentIncident(resolved ?? (await findIncident(module.store.system, found.id)) ?? found),
        );
      },
    },
  );
}

function isWithin(row: IncidentRow, reach: DispatchCall['reach']): boolean {
  return reach === null || (reach.merchantId === row.merchant_id && reach.livemode === row.livemode);
}

function presentIncident(row: IncidentRow): Incident {
  return {
    id: row.id,
    job_number: row.job_number,
    merchant_id: row.merchant_id,
    kind: row.kind,
    status: row.status,
    note: row.note,
    opened_by: row.opened_by,
    opened_at: formatTime(row.opened_at),
    resolution: row.resolution,
    resolved_by: row.resolved_by,
    resolved_at: formatOptionalTime(row.resolved_at),
    livemode: row.livemode,
  };
}

/** How long a parcel may be on board without a change before a person is to look. */
const STUCK_HOURS = 24;
const HOUR_MS = 3_600_000;
const ROWS_MAX = 100;

/** Opens an incident for each live parcel that does not move; nothing fails by itself. Answers how many. */
export async function noticeStuckDeliveries(module: Pick<Shipping, 'store' | 'world'>): Promise<number> {
  const { store, world } = module;
  const openedAt = world.now();
  const found = await stuckDeliveries(
    store.system.slow,
    new Date(openedAt.getTime() - STUCK_HOURS * HOUR_MS),
    ROWS_MAX,
  );
  for (const { tenant, jobNumber } of found) {
    const id = makeId('inc_', openedAt.getTime(), world.randomBytes(idRandomBytes));
    const note = `Nothing has happened for ${STUCK_HOURS} hours with the parcel on board.`;
    await insertIncident(store.of(tenant), tenant, {
      id,
      jobNumber,
      kind: 'stuck',
      note,
      openedBy: 'system',
      openedAt,
    });
  }
  return found.length;
}
