import type { Heard } from './ask.ts';

export type Health = { readonly healthy: boolean; readonly message: string | null };

/** What a harmless question tells about an account. */
export function healthOf(heard: Heard): Health {
  if (heard.kind === 'read') return { healthy: true, message: null };
  if (heard.kind === 'unknown')
    return { healthy: false, message: 'The provider does not answer in a way that can be read.' };
  const isKey = heard.status === 401 || heard.status === 403;
  return {
    healthy: false,
    message: isKey
      ? `The provider does not take the credentials (${heard.status}).`
      : `The provider refused the question (${heard.status}).`,
  };
}
