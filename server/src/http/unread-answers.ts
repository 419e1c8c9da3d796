import type { ServerResponse } from 'node:http';

export type UnreadAnswers = {
  /** Counts an answer from when it is handed over until its client has taken it or is gone. */
  readonly hold: (
    response: ServerResponse,
    answer: { readonly bytes: number; readonly network: string },
  ) => void;
  readonly bytes: () => number;
};

type Held = { readonly response: ServerResponse; readonly bytes: number };
type Reader = { readonly answers: Set<Held>; bytes: number };

/** A thousand lists of the greatest length and some. */
const BYTES_MAX = 134_217_728;

/**
 * Bounds what lies in memory because clients do not take their answers: beyond it whoever holds most of it, by network,
 * loses the connections that have waited longest.
 */
export function createUnreadAnswers(bytesMax = BYTES_MAX): UnreadAnswers {
  const networks = new Map<string, Reader>();
  let total = 0;

  function release(network: string, held: Held): void {
    const reader = networks.get(network);
    if (!reader?.answers.delete(held)) return;
    total -= held.bytes;
    reader.bytes -= held.bytes;
    if (reader.answers.size === 0) networks.delete(network);
  }

  function dropOne(): void {
    const [network, { answers }] = [...networks].reduce((one, other) =>
      other[1].bytes > one[1].bytes ? other : one,
    );
    for (const oldest of answers) {
      release(network, oldest);
      return void oldest.response.destroy();
    }
  }

  return {
    hold(response, { bytes, network }) {
      // Whose client left while it was made: its end was told already, and is told no more.
      if (response.destroyed) return;
      const held = { response, bytes };
      const reader = networks.get(network) ?? { answers: new Set(), bytes: 0 };
      networks.set(network, reader);
      reader.answers.add(held);
      reader.bytes += bytes;
      total += bytes;
      response.once('close', () => release(network, held));
      while (total > bytesMax) dropOne();
    },
    bytes: () => total,
  };
}
