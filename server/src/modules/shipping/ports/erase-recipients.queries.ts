import { statusesBefore } from '@cottontree/contract';
import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { statement, type Runner } from '../../../store/index.ts';
import type { JobKey } from '../deliveries/deliveries.queries.ts';

/** Fields of `details` that say who a parcel goes to and where that is; of a return, where it comes from. */
const RECIPIENT = `'{"recipient_name":null,"recipient_phone":null,"recipient_phone_alt":null,"delivery_address_id":null,"delivery_address":"","delivery_landmark":null,"delivery_lat":null,"delivery_lng":null,"delivery_plus_code":null,"delivery_instructions":null,"recipient_note":null}'::jsonb`;
const SENDER_OF_RETURN = `'{"pickup_contact_name":null,"pickup_contact_phone":null,"pickup_address_id":null,"pickup_address":null,"pickup_landmark":null,"pickup_lat":null,"pickup_lng":null,"pickup_plus_code":null,"pickup_instructions":null,"recipient_note":null}'::jsonb`;
const OVER = `('completed', 'cancelled', 'failed')`;
const withoutNotes = (list: string): string =>
  `(SELECT coalesce(jsonb_agg(CASE WHEN e.value ? 'note' THEN e.value || '{"note":null}' ELSE e.value END ORDER BY e.place), '[]') FROM jsonb_array_elements(${list}) WITH ORDINALITY AS e(value, place))`;
/** Where the courier stood when nobody opened is where the recipient lives. */
const withoutPlaces = `(SELECT coalesce(jsonb_agg(e.value || '{"note":null,"lat":null,"lng":null}' ORDER BY e.place), '[]') FROM jsonb_array_elements(d.attempts) WITH ORDINALITY AS e(value, place))`;
const withoutNote = (column: string): string =>
  `CASE WHEN ${column} ? 'note' THEN ${column} || '{"note":null}' ELSE ${column} END`;

/** Whatever tells of a person: names, phones, the place, notes in anybody's words, proof. What was carried, when and for how much stays. */
const forget = (now: string): string => `
  recipient_phone = NULL, proof = NULL, simulation = NULL,
  details = d.details || CASE d.kind WHEN 'return' THEN ${SENDER_OF_RETURN} ELSE ${RECIPIENT} END || jsonb_build_object('pricing', d.details -> 'pricing' || '{"pickup_pin":null,"delivery_pin":null}', 'erased_at', to_char(${now} AT TIME ZONE 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  timeline = ${withoutNotes('d.timeline')}, attempts = ${withoutPlaces}, cancellation = ${withoutNote('d.cancellation')}, failure = ${withoutNote('d.failure')},
  rating = CASE WHEN d.rating IS NULL THEN NULL ELSE d.rating || '{"comment":null}' END, erased_at = ${now}, version = d.version + 1, updated_at = greatest(d.updated_at, ${now})`;

/** What was written and shown with claims that are decided; whoever has to decide one needs it until then. */
const DECIDED = `NOT IN (${statusesBefore('claim', 'approved')
  .map((status) => `'${status}'`)
  .join(', ')})`;

const eraseEnded = statement({
  name: 'erase.endedBefore',
  params: { before: 'timestamptz', now: 'timestamptz', rows_max: 'int4' },
  row: { merchant_id: 'text', livemode: 'bool', job_number: 'text' },
  sql: `WITH ended AS (
          SELECT merchant_id, livemode, job_number FROM deliveries WHERE erased_at IS NULL AND status IN ${OVER} AND coalesce(completed_at, cancelled_at, failed_at) < :before
          ORDER BY coalesce(completed_at, cancelled_at, failed_at) LIMIT :rows_max FOR UPDATE SKIP LOCKED
        ), erased AS (
          UPDATE deliveries d SET ${forget(':now')} FROM ended e
          WHERE d.merchant_id = e.merchant_id AND d.livemode = e.livemode AND d.job_number = e.job_number RETURNING d.merchant_id, d.livemode, d.job_number
        ), claimed AS (
          UPDATE claims c SET note = NULL, photos = '{}' FROM erased e
          WHERE c.merchant_id = e.merchant_id AND c.livemode = e.livemode AND c.job_number = e.job_number AND c.status ${DECIDED}
        )
        SELECT merchant_id, livemode, job_number FROM erased`,
});

/** Places that nobody used for as long; the usual pickup place is the merchant's own. */
const dropUnused = statement({
  name: 'erase.unusedAddresses',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { id: 'text' },
  sql: `DELETE FROM addresses WHERE ctid = ANY (ARRAY(
          SELECT ctid FROM addresses WHERE NOT is_default AND type <> 'pickup' AND coalesce(last_used_at, created_at) < :before LIMIT :rows_max FOR UPDATE SKIP LOCKED)) RETURNING id`,
});

const PERSON = { merchant_id: 'text', livemode: 'bool', phone: 'text' } as const;

/** Every delivery to a number, and the returns that came of them. */
const jobsOf = statement({
  name: 'erase.jobsOfRecipient',
  params: PERSON,
  row: { job_number: 'text', active: 'bool' },
  sql: `WITH theirs AS (
          SELECT job_number, status, details FROM deliveries WHERE merchant_id = :merchant_id AND livemode = :livemode AND recipient_phone = :phone AND kind <> 'return'
          UNION SELECT job_number, status, details FROM deliveries WHERE merchant_id = :merchant_id AND livemode = :livemode AND details ->> 'recipient_phone_alt' = :phone AND kind <> 'return'
        ), returns AS (
          SELECT d.job_number, d.status FROM theirs t, jsonb_array_elements(t.details -> 'related_jobs') r
          JOIN deliveries d ON d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.job_number = r ->> 'job_number' AND d.kind = 'return'
        )
        SELECT job_number, bool_or(status NOT IN ${OVER}) AS active FROM (SELECT job_number, status FROM theirs UNION ALL SELECT job_number, status FROM returns) a GROUP BY job_number ORDER BY job_number`,
});

const eraseJobs = statement({
  name: 'erase.jobs',
  params: { merchant_id: 'text', livemode: 'bool', job_numbers: 'text[]', now: 'timestamptz' },
  row: { job_number: 'text' },
  sql: `UPDATE deliveries d SET ${forget(':now')}
        WHERE d.merchant_id = :merchant_id AND d.livemode = :livemode AND d.job_number = ANY (:job_numbers) AND d.status IN ${OVER} AND d.erased_at IS NULL RETURNING d.job_number`,
});

const eraseClaims = statement({
  name: 'erase.claims',
  params: { merchant_id: 'text', livemode: 'bool', job_numbers: 'text[]' },
  row: { id: 'text' },
  sql: `UPDATE claims SET note = NULL, photos = '{}'
        WHERE merchant_id = :merchant_id AND livemode = :livemode AND job_number = ANY (:job_numbers) AND status ${DECIDED} RETURNING id`,
});

const dropAddresses = statement({
  name: 'erase.addressesOfRecipient',
  params: PERSON,
  row: { id: 'text' },
  sql: `DELETE FROM addresses WHERE merchant_id = :merchant_id AND livemode = :livemode AND contact_phone = :phone AND NOT is_default AND type <> 'pickup' RETURNING id`,
});

export type Ended = { readonly before: Date; readonly now: Date; readonly rowsMax: number };

/** The deliveries, of whatever merchant, that were erased. */
export async function eraseEndedDeliveries(
  system: Runner,
  { before, now, rowsMax }: Ended,
): Promise<readonly JobKey[]> {
  return (await system.run(eraseEnded, { before, now, rows_max: rowsMax })).map(
    ({ merchant_id: merchantId, livemode, job_number: jobNumber }) => ({
      tenant: { merchantId, livemode },
      jobNumber,
    }),
  );
}

export async function dropUnusedAddresses(system: Runner, before: Date, rowsMax: number): Promise<number> {
  return (await system.run(dropUnused, { before, rows_max: rowsMax })).length;
}

export async function findJobsOfRecipient(runner: Runner, tenant: Tenant, phone: string) {
  return runner.run(jobsOf, { ...keyOf(tenant), phone });
}

export async function eraseDeliveries(
  runner: Runner,
  tenant: Tenant,
  wanted: { readonly jobNumbers: readonly string[]; readonly now: Date },
): Promise<readonly string[]> {
  return (
    await runner.run(eraseJobs, { ...keyOf(tenant), job_numbers: wanted.jobNumbers, now: wanted.now })
  ).map((row) => row.job_number);
}

/** The decided claims of deliveries without anybody's words; answers which they are. */
export async function eraseDecidedClaims(
  runner: Runner,
  tenant: Tenant,
  jobNumbers: readonly string[],
): Promise<readonly string[]> {
  if (jobNumbers.length === 0) return [];
  return (await runner.run(eraseClaims, { ...keyOf(tenant), job_numbers: jobNumbers })).map(({ id }) => id);
}

export async function dropAddressesOfRecipient(
  runner: Runner,
  tenant: Tenant,
  phone: string,
): Promise<number> {
  return (await runner.run(dropAddresses, { ...keyOf(tenant), phone })).length;
}
