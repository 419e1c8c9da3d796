import { keyOf, type Tenant } from '../../../kernel/call/tenant.ts';
import { json, nullable, statement, type Runner, type ValuesOf } from '../../../store/index.ts';

const TENANT = { merchant_id: 'text', livemode: 'bool' } as const;
/** What came late in the series and is in no report, or in the report asked for. */
const late = (
  table: string,
): string => `${table} e JOIN cash_sessions o ON o.merchant_id = e.merchant_id AND o.livemode = e.livemode AND o.id = e.session_id AND o.series = :series
          WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.late AND e.reported_in IS NOT DISTINCT FROM :reported_in::text`;
const asArray = (query: string): string =>
  `(SELECT coalesce(jsonb_agg(to_jsonb(q)), '[]') FROM (${query}) q)`;
const inSession = (table: string): string =>
  `${table} e WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.session_id = :session_id AND NOT e.late`;
const DOCUMENT_SUMS = `e.kind, count(*)::int AS count, sum(e.total_minor)::text AS total, sum(e.discount_minor)::text AS discounts, sum(e.service_charge_minor)::text AS service_charges, sum(e.tip_minor)::text AS tips, sum(e.cash_rounding_minor)::text AS cash_rounding,
          (array_agg(e.number ORDER BY length(e.number), e.number))[1] AS first_number, (array_agg(e.number ORDER BY length(e.number) DESC, e.number DESC))[1] AS last_number`;
/** As many sequences of receipts as a report names; a till has one, and what is asked of the server another. */
const RECEIPTS_MAX = 20;
const RECEIPT_SUMS = `SELECT r.head, count(*)::int AS count, (array_agg(r.number ORDER BY length(r.number), r.number))[1] AS first, (array_agg(r.number ORDER BY length(r.number) DESC, r.number DESC))[1] AS last
            FROM (SELECT s.receipt_number AS number, regexp_replace(s.receipt_number, '[0-9]+$', '') AS head FROM cash_documents e JOIN sales s ON s.merchant_id = e.merchant_id AND s.livemode = e.livemode AND s.id = e.document_id
              WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.session_id = :session_id AND e.kind = 'sale' AND NOT e.late AND s.receipt_number IS NOT NULL) AS r
            GROUP BY r.head ORDER BY count(*) DESC, r.head COLLATE "C" LIMIT ${RECEIPTS_MAX}`;

/** All figures of a session in one snapshot, amounts as text, with the last report of its series. */
const sums = statement({
  name: 'cashReports.sums',
  params: { ...TENANT, session_id: 'text', series: 'text', reported_in: 'text?' },
  row: {
    tenders: json<readonly TenderSum[]>(),
    documents: json<readonly DocumentSum[]>(),
    taxes: json<readonly TaxSum[]>(),
    receipts: json<readonly ReceiptSum[]>(),
    late_documents: json<readonly DocumentSum[]>(),
    late_tenders: json<SessionSums['late_tenders']>(),
    last: nullable(json<LastReport>()),
  },
  sql: `SELECT
          ${asArray(`SELECT e.tender, e.kind, count(*)::int AS count, sum(e.amount_minor)::text AS amount FROM ${inSession('cash_entries')} GROUP BY e.tender, e.kind ORDER BY e.tender, e.kind`)} AS tenders,
          ${asArray(`SELECT ${DOCUMENT_SUMS} FROM ${inSession('cash_documents')} GROUP BY e.kind`)} AS documents,
          ${asArray(`SELECT t.name, t.rate::text AS rate, sum(CASE e.kind WHEN 'sale' THEN t.base_minor ELSE -t.base_minor END)::text AS base, sum(CASE e.kind WHEN 'sale' THEN t.amount_minor ELSE -t.amount_minor END)::text AS amount
            FROM cash_documents e, jsonb_to_recordset(e.taxes) AS t(name text, rate bigint, base_minor bigint, amount_minor bigint)
            WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.session_id = :session_id AND NOT e.late GROUP BY t.name, t.rate ORDER BY t.name COLLATE "C", t.rate`)} AS taxes,
          ${asArray(RECEIPT_SUMS)} AS receipts,
          ${asArray(`SELECT ${DOCUMENT_SUMS} FROM ${late('cash_documents')} GROUP BY e.kind`)} AS late_documents,
          ${asArray(`SELECT e.tender, sum(e.amount_minor)::text AS amount FROM ${late('cash_entries')} GROUP BY e.tender ORDER BY e.tender COLLATE "C"`)} AS late_tenders,
          (SELECT jsonb_build_object('number', z.number, 'hash', encode(z.hash, 'hex'), 'sales', z.perpetual_sales_minor::text, 'refunds', z.perpetual_refunds_minor::text)
           FROM z_reports z WHERE z.merchant_id = :merchant_id AND z.livemode = :livemode AND z.series = :series ORDER BY z.number DESC LIMIT 1) AS last`,
});

/** Gives what came late to a report, once. */
const claimLateEntries = statement({
  name: 'cashReports.claimLateEntries',
  params: { ...TENANT, series: 'text', z_report_id: 'text' },
  row: {},
  sql: `UPDATE cash_entries e SET reported_in = :z_report_id FROM cash_sessions o
        WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.late AND e.reported_in IS NULL AND o.merchant_id = e.merchant_id AND o.livemode = e.livemode AND o.id = e.session_id AND o.series = :series`,
});

const claimLateDocuments = statement({
  name: 'cashReports.claimLateDocuments',
  params: { ...TENANT, series: 'text', z_report_id: 'text' },
  row: {},
  sql: `UPDATE cash_documents e SET reported_in = :z_report_id FROM cash_sessions o
        WHERE e.merchant_id = :merchant_id AND e.livemode = :livemode AND e.late AND e.reported_in IS NULL AND o.merchant_id = e.merchant_id AND o.livemode = e.livemode AND o.id = e.session_id AND o.series = :series`,
});

type TenderSum = {
  readonly tender: string;
  readonly kind: string;
  readonly count: number;
  readonly amount: string;
};
export type DocumentSum = {
  readonly kind: string;
  readonly count: number;
  readonly total: string;
  readonly discounts: string;
  readonly service_charges: string;
  readonly tips: string;
  readonly cash_rounding: string;
  readonly first_number: string | null;
  readonly last_number: string | null;
};
type TaxSum = {
  readonly name: string;
  readonly rate: string;
  readonly base: string;
  readonly amount: string;
};
type ReceiptSum = { readonly count: number; readonly first: string; readonly last: string };
type LastReport = {
  readonly number: number;
  readonly hash: string;
  readonly sales: string;
  readonly refunds: string;
};

/** Figures of a session; amounts are minor units as text. */
export type SessionSums = {
  readonly tenders: readonly TenderSum[];
  readonly documents: readonly DocumentSum[];
  readonly taxes: readonly TaxSum[];
  readonly receipts: readonly ReceiptSum[];
  readonly late_documents: readonly DocumentSum[];
  readonly late_tenders: readonly { readonly tender: string; readonly amount: string }[];
  readonly last: LastReport | null;
};

/** `reportedIn`: the report that has what came late; null for what waits for one. */
export async function sumSession(
  runner: Runner,
  tenant: Tenant,
  {
    id,
    series,
    reportedIn,
  }: { readonly id: string; readonly series: string; readonly reportedIn: string | null },
): Promise<SessionSums> {
  const [found] = await runner.run(sums, {
    ...keyOf(tenant),
    session_id: id,
    series,
    reported_in: reportedIn,
  });
  if (!found) throw new Error('A statement without a source answered no row.');
  return found;
}

export async function claimLate(
  tx: Runner,
  tenant: Tenant,
  wanted: { readonly series: string; readonly z_report_id: string },
): Promise<void> {
  await tx.run(claimLateEntries, { ...keyOf(tenant), ...wanted });
  await tx.run(claimLateDocuments, { ...keyOf(tenant), ...wanted });
}

const REPORT = { id: 'text', body: 'text', hash: 'bytea', closed_at: 'timestamptz' } as const;

const ofSession = statement({
  name: 'zReports.ofSession',
  params: { merchant_id: 'text', livemode: 'bool', session_id: 'text' },
  row: REPORT,
  sql: `SELECT ${Object.keys(REPORT).join(', ')} FROM z_reports WHERE merchant_id = :merchant_id AND livemode = :livemode AND session_id = :session_id`,
});

export type KeptZReport = ValuesOf<typeof REPORT>;

/** The report that a session was closed with. */
export async function findZReport(
  runner: Runner,
  tenant: Tenant,
  sessionId: string,
): Promise<KeptZReport | undefined> {
  return (await runner.run(ofSession, { ...keyOf(tenant), session_id: sessionId }))[0];
}
