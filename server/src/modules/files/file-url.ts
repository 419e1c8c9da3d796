import type { Settings } from '../../kernel/call/context.ts';

/** The link to a kept file; null for none. */
export function fileUrl(token: string | null, settings: Pick<Settings, 'publicUrl'>): string | null {
  return token === null ? null : `${settings.publicUrl}/f/${token}`;
}
