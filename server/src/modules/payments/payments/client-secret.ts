import { createHash, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../../../kernel/secrets/vault.ts';
import type { World } from '../../../kernel/running/world.ts';

/** The vault's purpose for client secrets. */
export const CLIENT_SECRET = 'payment-client-secret';

const SECRET_BYTES = 16;

/** What lets a page with a public key follow one payment. */
export function makeClientSecret(world: World, paymentId: string): string {
  return `${paymentId}_secret_${world.randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** The unguessable part of the address of a payment's page: 128 bits. */
export function makePageToken(world: World): string {
  return world.randomBytes(SECRET_BYTES).toString('base64url');
}

/** Opens what was sealed. */
export function openClientSecret(vault: Vault, sealed: Buffer): string {
  return vault.open(sealed, CLIENT_SECRET).toString('utf8');
}

/** Compares in a time that does not depend on where they differ, or on how long they are. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
