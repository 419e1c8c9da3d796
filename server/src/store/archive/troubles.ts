import type { Logger } from '../../kernel/running/logger.ts';

const WARN_AGAIN_MS = 300_000;

/** What of the archive does not work now, each told in the log at most once in five minutes, though it may come and go. */
export type Troubles = {
  readonly note: (what: string, error: unknown) => void;
  readonly over: (what: string) => void;
  /** All of it in a sentence; null when everything works. */
  readonly told: () => string | null;
};

export function openTroubles(log: Logger): Troubles {
  const now = new Map<string, { readonly reason: string; readonly warned: boolean }>();
  const warnedMs = new Map<string, number>();
  return {
    note(what, error) {
      const reason = `${what}: ${error instanceof Error ? error.message : String(error)}`;
      const warns = performance.now() - (warnedMs.get(what) ?? Number.NEGATIVE_INFINITY) > WARN_AGAIN_MS;
      if (warns) {
        warnedMs.set(what, performance.now());
        log.warn({ reason }, 'The continuous backup has trouble; it goes on trying.');
      }
      now.set(what, { reason, warned: warns || now.get(what)?.warned === true });
    },
    over(what) {
      if (now.get(what)?.warned) log.info({}, 'The continuous backup goes on.');
      now.delete(what);
    },
    told: () => [...now.values()].map(({ reason }) => reason).join('; ') || null,
  };
}
