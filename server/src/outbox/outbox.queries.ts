import { statement } from '../store/index.ts';

export const insertFact = statement({
  name: 'outbox.insert',
  params: { merchant_id: 'text', livemode: 'bool', kind: 'text', entity: 'text', sequence: 'int4', facts: 'jsonb', created_at: 'timestamptz' },
  row: {},
  sql: 'INSERT INTO outbox (merchant_id, livemode, kind, entity, sequence, facts, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
});
