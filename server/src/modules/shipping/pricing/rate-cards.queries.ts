import { json, statement, type JsonObject, type Runner, type ValuesOf } from '../../../store/index.ts';

const ROW = {
  version: 'int4',
  card: json<JsonObject>(),
  note: 'text?',
  revision: 'int4',
  created_at: 'timestamptz?',
  created_by: 'text?',
  updated_at: 'timestamptz?',
  published_at: 'timestamptz?',
  published_by: 'text?',
  effective_at: 'timestamptz?',
} as const;
const { card: _card, ...HEADING } = ROW;
const LISTED = { ...HEADING, in_force: 'bool', replaced: 'bool' } as const;
const HEADINGS =
  'version, note, revision, created_at, created_by, updated_at, published_at, published_by, coalesce(effective_at, published_at) AS effective_at';
/** The published card that took effect last; before any has, the one that will first. */
const IN_FORCE = (now: string): string =>
  `SELECT version FROM rate_cards WHERE published_at IS NOT NULL
   ORDER BY coalesce(effective_at, published_at) <= ${now} DESC, abs(extract(epoch FROM coalesce(effective_at, published_at) - ${now})), version DESC LIMIT 1`;
const SHOWN = (now: string): string =>
  `${HEADINGS}, version = (${IN_FORCE(now)}) AS in_force,
   coalesce(published_at IS NOT NULL AND coalesce(effective_at, published_at) <= ${now} AND version <> (${IN_FORCE(now)}), false) AS replaced`;

const draft = statement({
  name: 'rateCards.draft',
  params: { card: json<JsonObject>(), note: 'text?', created_at: 'timestamptz', created_by: 'text' },
  row: { version: 'int4' },
  sql: `INSERT INTO rate_cards (version, card, note, created_at, created_by, updated_at)
        SELECT v.next, :card::jsonb || jsonb_build_object('version', v.next), :note, :created_at, :created_by, :created_at
        FROM (SELECT coalesce(max(version), 0) + 1 AS next FROM rate_cards) v ON CONFLICT DO NOTHING RETURNING version`,
});

const changeDraft = statement({
  name: 'rateCards.changeDraft',
  params: {
    version: 'int4',
    revision: 'int4',
    card: json<JsonObject>(),
    note: 'text?',
    updated_at: 'timestamptz',
  },
  row: { version: 'int4' },
  sql: `UPDATE rate_cards SET card = :card, note = :note, updated_at = :updated_at, revision = revision + 1
        WHERE version = :version AND revision = :revision AND published_at IS NULL RETURNING version`,
});

const dropDraft = statement({
  name: 'rateCards.dropDraft',
  params: { version: 'int4' },
  row: { version: 'int4' },
  sql: 'DELETE FROM rate_cards WHERE version = :version AND published_at IS NULL RETURNING version',
});

const publish = statement({
  name: 'rateCards.publish',
  params: {
    version: 'int4',
    revision: 'int4',
    published_at: 'timestamptz',
    published_by: 'text',
    effective_at: 'timestamptz',
  },
  row: { version: 'int4' },
  sql: `UPDATE rate_cards SET published_at = :published_at, published_by = :published_by, effective_at = :effective_at, updated_at = :published_at, revision = revision + 1
        WHERE version = :version AND revision = :revision AND published_at IS NULL RETURNING version`,
});

const find = statement({
  name: 'rateCards.find',
  params: { version: 'int4', now: 'timestamptz' },
  row: { ...LISTED, card: json<JsonObject>() },
  sql: `SELECT ${SHOWN(':now')}, card FROM rate_cards WHERE version = :version`,
});

const inForce = statement({
  name: 'rateCards.inForce',
  params: { now: 'timestamptz' },
  row: { version: 'int4', card: json<JsonObject>() },
  sql: `SELECT version, card FROM rate_cards WHERE version = (${IN_FORCE(':now')})`,
});

const list = statement({
  name: 'rateCards.list',
  params: { now: 'timestamptz' },
  row: LISTED,
  sql: `SELECT ${SHOWN(':now')} FROM rate_cards ORDER BY version DESC`,
});

export type RateCardHeading = ValuesOf<typeof LISTED>;
export type RateCardRow = ValuesOf<(typeof find)['row']>;
export type NewDraft = ValuesOf<(typeof draft)['params']>;
export type DraftChange = ValuesOf<(typeof changeDraft)['params']>;
export type Publication = ValuesOf<(typeof publish)['params']>;

/** The number of the new draft; undefined where another took it at the same moment. */
export async function insertDraft(system: Runner, wanted: NewDraft): Promise<number | undefined> {
  return (await system.run(draft, wanted))[0]?.version;
}

/** False when it is no draft any more, or no longer at the revision that was read. */
export async function changeDraftCard(system: Runner, changed: DraftChange): Promise<boolean> {
  return (await system.run(changeDraft, changed)).length === 1;
}

/** False when there is no such draft. */
export async function deleteDraft(system: Runner, version: number): Promise<boolean> {
  return (await system.run(dropDraft, { version })).length === 1;
}

/** False when it is no draft any more, or no longer at the revision that was read. */
export async function publishDraft(system: Runner, publication: Publication): Promise<boolean> {
  return (await system.run(publish, publication)).length === 1;
}

export async function findRateCard(
  runner: Runner,
  version: number,
  now: Date,
): Promise<RateCardRow | undefined> {
  return (await runner.run(find, { version, now }))[0];
}

/** The card that prices at a moment, as it was published; `readRateCard` reads it. */
export async function findRateCardInForce(
  runner: Runner,
  now: Date,
): Promise<{ readonly version: number; readonly card: JsonObject } | undefined> {
  return (await runner.run(inForce, { now }))[0];
}

/** Every card without its figures, the newest first. */
export async function listAllRateCards(runner: Runner, now: Date): Promise<readonly RateCardHeading[]> {
  return runner.run(list, { now });
}
