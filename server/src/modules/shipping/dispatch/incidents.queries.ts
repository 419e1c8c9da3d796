import type { Incident, IncidentKind } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { findOwner, type Runner, statement, text, type Tx, type ValuesOf } from '../../../store/index.ts';
import { ofJob, ofMode, several } from '../../../kernel/list/list-filters.queries.ts';
import { list } from '../../../kernel/list/list.queries.ts';
import { byTime } from '../../../kernel/list/list-walk.queries.ts';
import { incidentStatuses } from '@cottontree/contract';

const ROW = {
  merchant_id: 'text',
  livemode: 'bool',
  id: 'text',
  job_number: 'text',
  kind: text<Incident['kind']>(),
  status: text<Incident['status']>(),
  note: 'text?',
  opened_by: 'text',
  opened_at: 'timestamptz',
  resolution: 'text?',
  resolved_by: 'text?',
  resolved_at: 'timestamptz?',
} as const;
const COLUMNS = Object.keys(ROW).join(', ');

const insert = statement({
  name: 'incidents.insert',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    id: 'text',
    job_number: 'text',
    kind: text<Incident['kind']>(),
    note: 'text?',
    opened_by: 'text',
    opened_at: 'timestamptz',
  },
  row: ROW,
  sql: `INSERT INTO incidents (merchant_id, livemode, id, job_number, kind, status, note, opened_by, opened_at) VALUES (:merchant_id, :livemode, :id, :job_number, :kind, 'open', :note, :opened_by, :opened_at)
        ON CONFLICT (merchant_id, livemode, job_number, kind) WHERE status = 'open' DO NOTHING RETURNING ${COLUMNS}`,
});

const findOpen = statement({
  name: 'incidents.findOpen',
  params: { merchant_id: 'text', livemode: 'bool', job_number: 'text', kind: text<Incident['kind']>() },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM incidents WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = :job_number AND kind = :kind AND status = 'open'`,
});

const resolve = statement({
  name: 'incidents.resolve',
  params: {
    merchant_id: 'text',
    livemode: 'bool',
    id: 'text',
    resolution: 'text',
    resolved_by: 'text',
    resolved_at: 'timestamptz',
  },
  row: ROW,
  sql: `UPDATE incidents SET status = 'resolved', resolution = :resolution, resolved_by = :resolved_by, resolved_at = :resolved_at WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id AND status = 'open' RETURNING ${COLUMNS}`,
});

const find = statement({
  name: 'incidents.find',
  params: { merchant_id: 'text', livemode: 'bool', id: 'text' },
  row: ROW,
  sql: `SELECT ${COLUMNS} FROM incidents WHERE merchant_id = :merchant_id AND livemode = :livemode AND id = :id`,
});

const stuck = statement({
  name: 'incidents.stuck',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { merchant_id: 'text', livemode: 'bool', job_number: 'text' },
  sql: `SELECT d.merchant_id, d.livemode, d.job_number FROM deliveries d
        WHERE d.livemode AND d.status IN ('picked_up', 'in_transit') AND d.updated_at < :before
          AND NOT EXISTS (SELECT FROM incidents i WHERE i.merchant_id = d.merchant_id AND i.livemode = d.livemode AND i.job_number = d.job_number AND i.kind = 'stuck' AND i.opened_at > d.updated_at)
        ORDER BY d.updated_at LIMIT :rows_max::int4`,
});

/** The incidents within a dispatcher's reach. */
export const incidentList = list('listIncidents', {
  from: 'incidents i',
  of: 'reach',
  row: ROW,
  filters: {
    status: several('i.status', incidentStatuses),
    job_number: ofJob('i.job_number'),
    livemode: ofMode('i.livemode'),
  },
  sorts: { opened_at: byTime('i.opened_at') },
});

export type IncidentRow = ValuesOf<typeof ROW>;
export type NewIncident = {
  readonly id: string;
  readonly jobNumber: string;
  readonly kind: IncidentKind;
  readonly note: string | null;
  readonly openedBy: string;
  readonly openedAt: Date;
};

/** Opens an incident; undefined where one of that kind is open for the delivery already. */
export async function insertIncident(
  runner: Runner,
  tenant: Tenant,
  incident: NewIncident,
): Promise<IncidentRow | undefined> {
  const { id, jobNumber, kind, note, openedBy, openedAt } = incident;
  return (
    await runner.run(insert, {
      ...keyOf(tenant),
      id,
      job_number: jobNumber,
      kind,
      note,
      opened_by: openedBy,
      opened_at: openedAt,
    })
  )[0];
}

/** Opens an incident, or finds the one of that kind that is open for the delivery already. */
export async function openOrFindIncident(
  tx: Tx,
  tenant: Tenant,
  incident: NewIncident,
): Promise<{ readonly row: IncidentRow; readonly isNew: boolean }> {
  const { jobNumber, kind } = incident;
  for (;;) {
    const opened = await insertIncident(tx, tenant, incident);
    if (opened) return { row: opened, isNew: true };
    const [found] = await tx.run(findOpen, { ...keyOf(tenant), job_number: jobNumber, kind });
    if (found) return { row: found, isNew: false };
    // It was resolved between the two: there is room for this one now.
  }
}

/** Resolves an open incident; undefined where it is not open any more. */
export async function resolveOpenIncident(
  runner: Runner,
  tenant: Tenant,
  resolved: {
    readonly id: string;
    readonly resolution: string;
    readonly resolved_by: string;
    readonly resolved_at: Date;
  },
): Promise<IncidentRow | undefined> {
  return (await runner.run(resolve, { ...keyOf(tenant), ...resolved }))[0];
}

/** An incident of whatever merchant. */
export async function findIncident(system: Runner, id: string): Promise<IncidentRow | undefined> {
  const owner = await findOwner(system, 'incident', id);
  return owner && (await system.run(find, { ...owner, id }))[0];
}

/** Live deliveries with a parcel on board that have not moved since, and for which nobody was called yet. */
export async function stuckDeliveries(system: Runner, before: Date, rowsMax: number) {
  return (await system.run(stuck, { before, rows_max: rowsMax })).map((row) => ({
    tenant: { merchantId: row.merchant_id, livemode: row.livemode },
    jobNumber: row.job_number,
  }));
}
