import type { ErrorCode } from '@cottontree/contract';

/** The page that tells cause and cure of a code, as others reach this server. */
export function docUrlOf(code: ErrorCode, publicUrl: string): string {
  return `${publicUrl}/docs/errors/${code}`;
}
