import { statement, type Runner } from '../../store/index.ts';

const optedOut = statement({
  name: 'notices.optedOut',
  params: { phones: 'text[]' },
  row: { phone: 'text' },
  sql: 'SELECT phone FROM notice_opt_outs WHERE phone = ANY (:phones)',
});

const optOut = statement({
  name: 'notices.optOut',
  params: { phone: 'text', opted_out_at: 'timestamptz' },
  row: { phone: 'text' },
  sql: 'INSERT INTO notice_opt_outs (phone, opted_out_at) VALUES (:phone, :opted_out_at) ON CONFLICT DO NOTHING RETURNING phone',
});

const optIn = statement({
  name: 'notices.optIn',
  params: { phone: 'text' },
  row: { phone: 'text' },
  sql: 'DELETE FROM notice_opt_outs WHERE phone = :phone RETURNING phone',
});

const claimText = statement({
  name: 'notices.claimText',
  params: { id: 'text', received_at: 'timestamptz' },
  row: { id: 'text' },
  sql: 'INSERT INTO inbound_texts (id, received_at) VALUES (:id, :received_at) ON CONFLICT DO NOTHING RETURNING id',
});

const findText = statement({
  name: 'notices.findText',
  params: { id: 'text' },
  row: { received_at: 'timestamptz', answer: 'bytea?' },
  sql: 'SELECT received_at, answer FROM inbound_texts WHERE id = :id',
});

const answerText = statement({
  name: 'notices.answerText',
  params: { id: 'text', answer: 'bytea' },
  row: { id: 'text' },
  sql: 'UPDATE inbound_texts SET answer = :answer WHERE id = :id RETURNING id',
});

const dropTexts = statement({
  name: 'notices.dropOldTexts',
  params: { before: 'timestamptz', rows_max: 'int4' },
  row: { id: 'text' },
  sql: 'DELETE FROM inbound_texts WHERE ctid = ANY (ARRAY(SELECT ctid FROM inbound_texts WHERE received_at < :before LIMIT :rows_max FOR UPDATE SKIP LOCKED)) RETURNING id',
});

/** Those of the phones that want no messages, from whomever. */
export async function findOptedOut(system: Runner, phones: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await system.run(optedOut, { phones })).map((row) => row.phone));
}

export async function optPhoneOut(system: Runner, phone: string, at: Date): Promise<void> {
  await system.run(optOut, { phone, opted_out_at: at });
}

export async function optPhoneIn(system: Runner, phone: string): Promise<void> {
  await system.run(optIn, { phone });
}

/** Whether the text is new. */
export async function claimInboundText(system: Runner, id: string, receivedAt: Date): Promise<boolean> {
  return (await system.run(claimText, { id, received_at: receivedAt })).length > 0;
}

export async function findInboundText(system: Runner, id: string) {
  return (await system.run(findText, { id }))[0];
}

export async function keepInboundAnswer(system: Runner, id: string, answer: Buffer): Promise<void> {
  await system.run(answerText, { id, answer });
}

export async function dropOldTexts(system: Runner, before: Date, rowsMax: number): Promise<number> {
  return (await system.run(dropTexts, { before, rows_max: rowsMax })).length;
}
