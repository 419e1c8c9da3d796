import { CottontreeError } from '@cottontree/client';
import type { EntryOf, Verdict } from '../index.ts';
import type { Acts, Probe, SendTool } from './device.ts';

/** What may be between a device and the server. */
export const WEATHERS = [
  'fine',
  'gone',
  'hangs',
  'answer lost',
  'portal',
  '500',
  '503',
  '429',
  '401',
  'older server',
  'half answered',
  'other hash',
  'one refused',
] as const;
export type Weather = (typeof WEATHERS)[number];

export type Server = {
  readonly send: SendTool;
  readonly probe: Probe;
  weather: Weather;
  /** What it holds, in the order in which it came. */
  readonly sales: () => readonly {
    readonly client_id: string;
    readonly total: number;
    readonly occurred_at: string;
    readonly seq: number;
  }[];
  readonly backUp: () => void;
  readonly restore: () => void;
};

type Held = {
  readonly sha256: string;
  readonly total: number;
  readonly occurred_at: string;
  readonly seq: number;
};

/** A server that takes each act once by its id, refuses an id with another content, and flags totals of 13. */
export function createServer(): Server {
  let held = new Map<string, Held>();
  let backup = new Map<string, Held>();
  const take = (entry: EntryOf<Acts>): Verdict => {
    const { client_id, sha256, body, occurred_at, seq } = entry;
    const before = held.get(client_id);
    if (before && before.sha256 !== sha256)
      return { client_id, sha256, outcome: 'rejected', answer: { code: 'OTHER_CONTENT' } };
    if (!before) held.set(client_id, { sha256, total: body.total, occurred_at, seq });
    return { client_id, sha256, outcome: body.total === 13 ? 'conflict' : 'acked' };
  };
  const fail = (code: string, status: number, retryAfterSeconds: number | null = null): never => {
    throw new CottontreeError({ code: code as 'NETWORK_ERROR', status, message: code, retryAfterSeconds });
  };
  const server: Server = {
    weather: 'fine',
    async send(batch, { signal }) {
      switch (server.weather) {
        case 'gone':
          return fail('NETWORK_ERROR', 0);
        case 'hangs':
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason)),
          );
        case 'answer lost':
          batch.map(take);
          return fail('TIMEOUT', 0);
        case 'portal':
          return fail('INVALID_ANSWER', 200);
        case '500':
          batch.slice(0, 1).map(take);
          return fail('INTERNAL_ERROR', 500);
        case '503':
          return fail('SERVICE_UNAVAILABLE', 503, 5);
        case '429':
          return fail('RATE_LIMITED', 429, 30);
        case 'older server':
          return fail('NOT_FOUND', 404);
        case '401':
          return fail('UNAUTHORIZED', 401);
        case 'half answered':
          return batch.map(take).slice(0, Math.ceil(batch.length / 2));
        case 'other hash':
          return batch.map(take).map((verdict) => ({ ...verdict, sha256: 'of something else' }));
        case 'one refused':
          return batch.some(({ body }) => body.total === 7)
            ? fail('VALIDATION_FAILED', 422)
            : batch.map(take);
        case 'fine':
          return batch.map(take);
      }
    },
    probe: async (acked) => acked.map(({ client_id }) => client_id).filter((id) => !held.has(id)),
    sales: () =>
      [...held].map(([client_id, { total, occurred_at, seq }]) => ({ client_id, total, occurred_at, seq })),
    backUp: () => void (backup = new Map(held)),
    restore: () => void (held = new Map(backup)),
  };
  return server;
}
