import type { FastifyReply } from 'fastify';
import type { Reply } from '../kernel/call/reply.ts';
import { isLoopbackHost } from '../kernel/web/is-loopback-host.ts';

type CookieForm = { readonly name: string; readonly attributes: string };

/** Kept only for this host and sent only over TLS; browsers make an exception for the machine they run on. */
const GUARDED: CookieForm = {
  name: '__Host-cottontree',
  attributes: 'Path=/; HttpOnly; SameSite=Lax; Secure',
};
/** Where people come by plain HTTP, browsers would not keep the other. */
const PLAIN: CookieForm = { name: 'cottontree', attributes: 'Path=/; HttpOnly; SameSite=Lax' };

/** How the cookie of a person's session looks on a server that is reached under this address. */
export function cookieFormOf(publicUrl: string): CookieForm {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || isLoopbackHost(hostname) ? GUARDED : PLAIN;
}

/** The token in a Cookie header; null without one. */
export function tokenInCookies(header: string | undefined, publicUrl: string): string | null {
  if (header === undefined) return null;
  const { name } = cookieFormOf(publicUrl);
  const found = header
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`));
  return found === undefined ? null : found.slice(name.length + 1);
}

/** Hands a new session's token to the browser, or takes an ended one back. */
export function setCookie(
  reply: FastifyReply,
  cookie: NonNullable<Reply<unknown>['cookie']> | null,
  publicUrl: string,
): void {
  const { name, attributes } = cookieFormOf(publicUrl);
  reply.header(
    'set-cookie',
    `${name}=${cookie?.token ?? ''}; Max-Age=${cookie?.maxAgeSeconds ?? 0}; ${attributes}`,
  );
}
