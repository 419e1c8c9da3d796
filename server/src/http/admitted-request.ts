import { credentialHeaders } from '@cottontree/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyCall, Caller, Credentials } from '../kernel/call/call.ts';
import type { SentWithRequest } from '../kernel/call/make-call.ts';
import type { MemberSession } from '../kernel/call/session.ts';
import type { Share } from '../kernel/running/places.ts';

export type Exchange = { readonly request: FastifyRequest; readonly reply: FastifyReply };

/** Somebody whom the HTTP server has let in. */
export type AdmittedRequest = {
  /** The merchant's caller, to whose request log it goes; null where no key came. */
  readonly caller: Caller | null;
  /** Who does it, for the list of what was done: null for who is not a merchant's. */
  readonly by: Caller | MemberSession | null;
  /** Whose streams and waiting requests are counted together. */
  readonly sharesOf: (max: SharesMax) => readonly Share[];
  /** Whose Idempotency-Keys are looked for together; the empty one is that of a merchant's secret keys. */
  readonly space: string;
  /** Who it was, for the program's own log. */
  readonly named: Readonly<Record<string, string>>;
  /** The request as the handler sees it. */
  readonly callOf: (sent: SentWithRequest) => AnyCall;
};

/** What the browser or program calls itself. */
export function agentOf({ headers }: FastifyRequest): string {
  return headers['user-agent'] ?? '';
}

/** What a request shows beside its key, of all that the contract knows. */
export function credentialsIn(headers: FastifyRequest['headers']): Credentials {
  return Object.fromEntries(
    credentialHeaders.flatMap((name) => {
      const sent = headers[name.toLowerCase()]?.toString();
      return sent === undefined ? [] : [[name, sent]];
    }),
  );
}

/** How many places somebody may have: with a secret key or a session of the platform, as a visitor or in a session of a merchant's; and all of one merchant together. */
type SharesMax = {
  readonly owner: { readonly key: number; readonly visitor: number };
  readonly group: number;
};

/** Whose places are counted together: those of one caller, and those of all that belong to the same. */
export type Sharer = {
  readonly kind: keyof SharesMax['owner'];
  readonly owner: string;
  readonly group: string | null;
};

export function sharesOf({ kind, owner, group }: Sharer, max: SharesMax): readonly Share[] {
  return [{ owner, max: max.owner[kind] }, ...(group === null ? [] : [{ owner: group, max: max.group }])];
}
