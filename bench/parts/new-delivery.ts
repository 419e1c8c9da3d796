import { declaredStatements } from '../../server/src/store/index.ts';

/** A delivery as the database holds it, with its message. */
export type DeliveryTemplate = Readonly<Record<string, unknown>>;

/** A list of one, as the creating statement takes it: its type, and what is in it as text. */
export type ListOfOne = { readonly type: string; readonly text: string | null };

/** What is of one delivery alone; a quote can be used once. */
const OWN = new Set(['job_number', 'order_number', 'transaction_id', 'tracking_token']);

/** The statement that creates deliveries, and what it takes for another one like the template. */
export function creating(template: DeliveryTemplate) {
  const name = 'deliveries.insert';
  const insert = declaredStatements().find((statement) => statement.name === name);
  if (!insert) throw new Error(`The server has no statement ${name}.`);
  const types = Object.values(insert.params);
  const columns = /\bunnest\(.*\) AS g\((.*)\)/.exec(insert.sql)?.[1]?.split(', ') ?? [];
  return {
    name,
    text: insert.sql,
    listsFor: (number: string): readonly ListOfOne[] =>
      types.map((type, at) => {
        const column = columns[at] ?? '';
        if (OWN.has(column)) return { type, text: number };
        return { type, text: column === 'quote_nonce' ? null : textOf(template[column], type) };
      }),
  };
}

function textOf(value: unknown, type: string): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' && type !== 'jsonb[]' ? value : JSON.stringify(value);
}
