import {
  guardedPermissions,
  guardedPinDigitsMin,
  type PinWithheld,
  type StaffPermission,
} from '@cottontree/contract';

export type SignerJudged = {
  readonly permissions: readonly StaffPermission[];
  /** How many the PIN has; null: there is no verifier yet, or it is from before they were counted. */
  readonly pinDigits: number | null;
  readonly hasVerifier: boolean;
};

/** Why a till does not get what it needs to check somebody's PIN without network; null where it does. */
export function withholdVerifier(
  { permissions, pinDigits, hasVerifier }: SignerJudged,
  till: { readonly signedIn: readonly StaffPermission[]; readonly offlineManagers: boolean },
): PinWithheld | null {
  if (!till.offlineManagers && permissions.some((permission) => !till.signedIn.includes(permission)))
    return 'more_rights';
  if (!hasVerifier) return 'not_known_yet';
  if (!permissions.some((permission) => guardedPermissions.includes(permission))) return null;
  if (pinDigits === null) return 'not_known_yet';
  return pinDigits < guardedPinDigitsMin ? 'short_pin' : null;
}
