import { sessionCookies, type CookieKind } from '@cottontree/contract';
import type { FastifyReply } from 'fastify';
import type { Reply } from '../kernel/call/reply.ts';
import { isLoopbackHost } from '../kernel/web/is-loopback-host.ts';

type CookieForm = { readonly name: string; readonly attributes: string };

/** How the cookie of a person's session looks on a server that is reached under this address. */
export function cookieFormOf(kind: CookieKind, publicUrl: string): CookieForm {
  const { protocol, hostname } = new URL(publicUrl);
  const { name, sameSite } = sessionCookies[kind];
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}`;
  // Kept only for this host and sent only over TLS; browsers make an exception for the machine they run on. By plain HTTP they would not keep it.
  return protocol === 'https:' || isLoopbackHost(hostname)
    ? { name: `__Host-${name}`, attributes: `${attributes}; Secure` }
    : { name, attributes };
}

/** The token in a Cookie header; null without one. */
export function tokenInCookies(
  header: string | undefined,
  { kind, publicUrl }: { readonly kind: CookieKind; readonly publicUrl: string },
): string | null {
  if (header === undefined) return null;
  const { name } = cookieFormOf(kind, publicUrl);
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
  { kind, publicUrl }: { readonly kind: CookieKind; readonly publicUrl: string },
): void {
  const { name, attributes } = cookieFormOf(kind, publicUrl);
  reply.header(
    'set-cookie',
    `${name}=${cookie?.token ?? ''}; Max-Age=${cookie?.maxAgeSeconds ?? 0}; ${attributes}`,
  );
}
