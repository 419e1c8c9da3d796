import type { CallbackHint } from '../provider.ts';

/** What the test provider's callbacks are about: `{"ref", "state"}`. */
export function readTestCallback(body: Buffer): readonly CallbackHint[] {
  try {
    const read = JSON.parse(body.toString('utf8')) as {
      readonly ref?: unknown;
      readonly state?: unknown;
    } | null;
    return typeof read?.ref === 'string' && typeof read.state === 'string'
      ? [{ ref: read.ref.slice(0, 100), state: read.state.slice(0, 40) }]
      : [];
  } catch {
    return [];
  }
}
