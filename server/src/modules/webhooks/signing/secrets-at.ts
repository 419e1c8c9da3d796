import type { SecretRole } from './sign-message.ts';

/** What decides whether and how a secret signs at a moment. */
export type SecretTerm = {
  readonly role: SecretRole;
  readonly created_at: Date;
  /** When a next one becomes the primary by itself; null for the others. */
  readonly promotes_at: Date | null;
  /** How long the one before it signs on after that. */
  readonly overlap_hours: number;
  readonly expires_at: Date | null;
};

const HOUR_MS = 3_600_000;
const ORDER: Readonly<Record<SecretRole, number>> = { primary: 0, next: 1, previous: 2 };

/**
 * The secrets that sign at a moment, the primary first and of the previous ones the newest first. Judged by
 * the clock alone, so that a rotation goes on in time whether or not anybody has written down that it did.
 */
export function secretsAt<S extends SecretTerm>(secrets: readonly S[], at: Date): readonly S[] {
  const [only] = secrets;
  if (only !== undefined && secrets.length === 1) return secrets;
  const due = secrets.find(({ promotes_at }) => promotes_at !== null && promotes_at <= at);
  return (due?.promotes_at ? promoteNext(secrets, due.promotes_at) : secrets)
    .filter(({ expires_at }) => expires_at === null || expires_at > at)
    .toSorted(
      (left, right) =>
        ORDER[left.role] - ORDER[right.role] || right.created_at.getTime() - left.created_at.getTime(),
    );
}

/** The secrets once the next one is the primary, from a moment on. */
export function promoteNext<S extends SecretTerm>(secrets: readonly S[], at: Date): readonly S[] {
  const endsAt = endOfOverlap(secrets, at);
  return secrets.map((secret) => {
    if (secret.role === 'next') return { ...secret, role: 'primary', promotes_at: null };
    return secret.role === 'primary' ? { ...secret, role: 'previous', expires_at: endsAt } : secret;
  });
}

/** When the primary ends, if the next one takes its place at a moment. */
export function endOfOverlap(secrets: readonly SecretTerm[], at: Date): Date {
  const next = secrets.find(({ role }) => role === 'next');
  return new Date(at.getTime() + (next?.overlap_hours ?? 0) * HOUR_MS);
}
