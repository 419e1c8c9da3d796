import { covers } from '@cottontree/contract';
import type { Caller } from '../core/call.ts';

const CODE_FIELDS = ['pickup_code', 'delivery_code'] as const;
const MASK = '******';

/** Shows texts of one message to a caller: without `shipping:read`, handoff codes are masked wherever they stand. */
export function maskerFor(caller: Caller, body: string): (text: string) => string {
  if (covers(caller.scopes, 'shipping:read')) return (text) => text;
  const codes = codesIn(body);
  return (text) => codes.reduce((masked, code) => masked.replaceAll(code, MASK), text);
}

function codesIn(body: string): readonly string[] {
  const { data } = JSON.parse(body) as { readonly data: { readonly object: Readonly<Record<string, unknown>> } };
  return CODE_FIELDS.map((field) => data.object[field]).filter((code) => typeof code === 'string' && code !== '') as readonly string[];
}
