import { covers, type EventKind, type Scope } from '@cottontree/contract';
import type { Caller } from '../../../kernel/call/call.ts';

type Secrets = {
  readonly scope: Scope;
  readonly kinds: ReadonlySet<string> | null;
  readonly fields: readonly string[];
};

/** What of messages is as good as a parcel or a place, and the scope of those who may read it anyway; no kinds: of any. */
const SECRETS: readonly Secrets[] = Object.freeze([
  { scope: 'shipping:read', kinds: null, fields: ['pickup_code', 'delivery_code'] },
  {
    scope: 'tickets:read',
    kinds: new Set<EventKind>(['ticket.issued', 'ticket.transferred', 'ticket.voided', 'ticket.resent']),
    fields: ['code', 'qr'],
  },
  { scope: 'tickets:read', kinds: new Set<EventKind>(['waitlist.offered']), fields: ['url'] },
]);
const MASK = '******';

/** Shows texts of one message to a caller: without the scope to read them elsewhere, codes are masked wherever they stand. */
export function maskerFor(caller: Caller, body: string): (text: string) => string {
  const hidden = SECRETS.filter(({ scope }) => !covers(caller.scopes, scope));
  if (hidden.length === 0) return (text) => text;
  const codes = codesIn(body, hidden);
  return (text) => codes.reduce((masked, code) => masked.replaceAll(code, MASK), text);
}

function codesIn(body: string, hidden: readonly Secrets[]): readonly string[] {
  const { event, data } = JSON.parse(body) as {
    readonly event: string;
    readonly data: { readonly object: Readonly<Record<string, unknown>> };
  };
  const fields = hidden
    .filter(({ kinds }) => kinds === null || kinds.has(event))
    .flatMap((secrets) => secrets.fields);
  return fields
    .map((field) => data.object[field])
    .filter((code) => typeof code === 'string' && code !== '') as readonly string[];
}
