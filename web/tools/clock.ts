/** What tells the time: of the device, and steadily. */
export type TimeSource = { readonly wallMs: () => number; readonly steadyMs: () => number };

/** The time as the server has it, also while it cannot be asked, and on a device whose clock is a day off. */
export type Clock = {
  readonly nowMs: () => number;
  /** From an answer of the server: its Date, and how long it took. */
  readonly hear: (date: string | null, tookMs: number) => void;
  /** Whether the server was heard since this page was opened. */
  readonly isHeard: () => boolean;
  /** How far the device's clock is behind: to keep, and to begin with the next time. */
  readonly offsetMs: () => number;
};

/** Within it the device's two clocks go alike; beyond it one was set by hand, or the device slept. */
const APART_MS_MAX = 2_000;
/** Date counts whole seconds. */
const DATE_HALF_MS = 500;
/** An answer that took longer says too little about the time. */
const TOOK_MS_MAX = 10_000;

const DEVICE: TimeSource = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

export function createClock(keptOffsetMs = 0, { wallMs, steadyMs }: TimeSource = DEVICE): Clock {
  let offsetMs = keptOffsetMs;
  let isHeard = false;
  let anchor = { wall: wallMs(), steady: steadyMs() };

  /** The device's clock, carried on steadily where somebody set it back. Ahead it may have slept, so it goes on from there. */
  const deviceMs = (): number => {
    const now = { wall: wallMs(), steady: steadyMs() };
    const jumpMs = now.wall - anchor.wall - (now.steady - anchor.steady);
    if (jumpMs < -APART_MS_MAX) offsetMs -= jumpMs;
    if (Math.abs(jumpMs) > APART_MS_MAX) anchor = now;
    return now.wall;
  };

  return {
    nowMs() {
      const device = deviceMs();
      return Math.round(device + offsetMs);
    },
    hear(date, tookMs) {
      const atMs = Date.parse(date ?? '');
      if (Number.isNaN(atMs) || tookMs > TOOK_MS_MAX) return;
      const device = deviceMs();
      const heardMs = atMs + DATE_HALF_MS + tookMs / 2 - device;
      // A second of Date and the way there are no reason to move a clock that was right.
      if (!isHeard || Math.abs(heardMs - offsetMs) > DATE_HALF_MS + tookMs / 2) offsetMs = heardMs;
      isHeard = true;
    },
    isHeard: () => isHeard,
    offsetMs: () => offsetMs,
  };
}
