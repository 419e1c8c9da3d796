import { bytesToJson, statement, type Runner } from '../../../store/index.ts';
import type { SealedCode } from './ticket-codes.ts';

const plain = statement({
  name: 'ticketCodes.plain',
  params: { rows_max: 'int4' },
  row: { merchant_id: 'text', livemode: 'bool', id: 'text', code: 'text' },
  sql: 'SELECT merchant_id, livemode, id, code FROM tickets WHERE code_sealed IS NULL ORDER BY merchant_id, livemode, id LIMIT :rows_max',
});

/** Only where the code is still the one that was read. */
const seal = statement({
  name: 'ticketCodes.seal',
  params: { given: 'jsonb' },
  row: { id: 'text' },
  sql: `UPDATE tickets t SET code = g.code, code_sealed = g.code_sealed, code_head = g.code_head
        FROM jsonb_to_recordset(:given) AS g(merchant_id text, livemode boolean, id text, plain text, code text, code_sealed bytea, code_head text)
        WHERE t.merchant_id = g.merchant_id AND t.livemode = g.livemode AND t.id = g.id AND t.code = g.plain AND t.code_sealed IS NULL RETURNING t.id`,
});

const plainPast = statement({
  name: 'ticketCodes.plainPast',
  params: { rows_max: 'int4' },
  row: { merchant_id: 'text', livemode: 'bool', event_id: 'text', code: 'text' },
  sql: 'SELECT merchant_id, livemode, event_id, code FROM ticket_past_codes WHERE length(code) = 10 ORDER BY merchant_id, livemode, event_id, code LIMIT :rows_max',
});

const hidePast = statement({
  name: 'ticketCodes.hidePast',
  params: { given: 'jsonb' },
  row: { code: 'text' },
  sql: `UPDATE ticket_past_codes c SET code = g.code FROM jsonb_to_recordset(:given) AS g(merchant_id text, livemode boolean, event_id text, plain text, code text)
        WHERE c.merchant_id = g.merchant_id AND c.livemode = g.livemode AND c.event_id = g.event_id AND c.code = g.plain RETURNING c.code`,
});

type Key = { readonly merchant_id: string; readonly livemode: boolean };
export type PlainCode = Key & { readonly id: string; readonly code: string };
export type PlainPastCode = Key & { readonly event_id: string; readonly code: string };

export async function findPlainCodes(system: Runner, rowsMax: number): Promise<readonly PlainCode[]> {
  return system.run(plain, { rows_max: rowsMax });
}

export async function putSealedCodes(
  system: Runner,
  rows: readonly { readonly before: PlainCode; readonly sealed: SealedCode }[],
): Promise<number> {
  const given = rows.map(({ before, sealed }) => ({
    merchant_id: before.merchant_id,
    livemode: before.livemode,
    id: before.id,
    plain: before.code,
    code: sealed.code,
    code_sealed: bytesToJson(sealed.code_sealed),
    code_head: sealed.code_head,
  }));
  return (await system.run(seal, { given })).length;
}

export async function findPlainPastCodes(system: Runner, rowsMax: number): Promise<readonly PlainPastCode[]> {
  return system.run(plainPast, { rows_max: rowsMax });
}

export async function hidePastCodes(
  system: Runner,
  rows: readonly { readonly before: PlainPastCode; readonly code: string }[],
): Promise<number> {
  return (
    await system.run(hidePast, {
      given: rows.map(({ before, code }) => ({
        merchant_id: before.merchant_id,
        livemode: before.livemode,
        event_id: before.event_id,
        plain: before.code,
        code,
      })),
    })
  ).length;
}
