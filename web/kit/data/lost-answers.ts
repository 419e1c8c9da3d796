import type { CottontreeError } from '@cottontree/client';

/** Nobody knows whether what was sent with these was done. */
const UNKNOWN = new Set(['NETWORK_ERROR', 'TIMEOUT', 'INVALID_ANSWER', 'IDEMPOTENCY_IN_PROGRESS']);
const FAULT_LEAST = 500;

/** Which Idempotency-Key an act is sent with: where its answer was lost, the same again for the same, so that whoever presses once more makes nothing twice. */
export type LostAnswers = {
  readonly keyOf: (call: unknown) => string;
  readonly answered: () => void;
  readonly refused: (call: unknown, key: string, error: CottontreeError) => void;
};

export function rememberLostAnswers(newKey: () => string = randomKey): LostAnswers {
  let lost: { readonly text: string; readonly key: string } | null = null;
  return {
    keyOf: (call) => (lost?.text === textOf(call) ? lost.key : newKey()),
    answered: () => void (lost = null),
    refused(call, key, { code, status }) {
      lost = UNKNOWN.has(code) || status >= FAULT_LEAST ? { text: textOf(call), key } : null;
    },
  };
}

function textOf(call: unknown): string {
  return JSON.stringify(call, (_, value: unknown) =>
    value instanceof Blob
      ? { size: value.size, type: value.type, name: 'name' in value && value.name }
      : value,
  );
}

/** Pages that came without TLS have no `randomUUID`. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
