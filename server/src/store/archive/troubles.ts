import type { Logger } from '../../kernel/running/logger.ts';

const WARN_AGAIN_MS = 300_000;

/** What of the archive does not work now, each told in the log once and then every five minutes. */
export type Troubles = {
  readonly note: (what: string, error: unknown) => void;
  readonly over: (what: string) => void;
  /** All of it in a sentence; null when everything works. */
  readonly told: () => string | null;
};

export function openTroubles(log: Logger): Troubles {
  const now = new Map<string, { readonly reason: string; readonly warnedMs: number }>();
  return {
    note(what, error) {
      const reason = `${what}: ${error instanceof Error ? error.message : String(error)}`;
      const known = now.get(what);
      const isNew = known === undefined || performance.now() - known.warnedMs > WARN_AGAIN_MS;
      if (isNew) log.warn({ reason }, 'The continuous backup has trouble; it goes on trying.');
      now.set(what, { reason, warnedMs: isNew ? performance.now() : known.warnedMs });
    },
    over(what) {
      if (now.delete(what)) log.info({}, 'The continuous backup goes on.');
    },
    told: () => [...now.values()].map(({ reason }) => reason).join('; ') || null,
  };
}
