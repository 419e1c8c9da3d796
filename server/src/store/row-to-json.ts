import type { Json } from './types.ts';

type Plain = { readonly [column: string]: Json | Date | Buffer | bigint | readonly string[] | undefined };

/** A row as JSON that PostgreSQL reads back as what it was. */
export function rowToJson(row: object): { readonly [column: string]: Json } {
  const written: Record<string, Json> = {};
  for (const [column, value] of Object.entries(row as Plain)) written[column] = valueToJson(value);
  return written;
}

/** Bytes as JSON that PostgreSQL reads as `bytea`. */
export function bytesToJson(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}

function valueToJson(value: Plain[string]): Json {
  if (value === undefined || value === null) return null;
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? bytesToJson(value) : value;
}
