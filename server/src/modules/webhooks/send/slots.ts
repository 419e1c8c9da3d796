type SlotLimits = {
  /** Requests younger than `oldAfterMs` at once: these are work. */
  readonly youngMax: number;
  /** Requests that have waited longer: only sockets, which are cheap, so that hanging receivers do not stop the others. */
  readonly oldMax: number;
  readonly oldAfterMs: number;
};

/** A request under way. */
type SendSlot = { readonly owner: string; readonly startedMs: number; old: boolean; done: boolean };

export type Slots = {
  readonly take: (owner: string) => SendSlot;
  readonly give: (slot: SendSlot) => void;
  /** How many more requests may begin now. */
  readonly free: () => number;
  /** How full the room for waiting requests is, 0 to 1. */
  readonly pressure: () => number;
  /** How many requests of one owner are young. */
  readonly youngOf: (owner: string) => number;
};

/** Requests that ended or aged are dropped from the line so many at once. */
const FORGET_AT = 1_024;

/** Counts the requests under way of one lane, the young and the old apart. */
export function createSlots(limits: SlotLimits, monotonicMs: () => number): Slots {
  const line: SendSlot[] = [];
  let head = 0;
  const youngByOwner = createOwnerCounts();
  let young = 0;
  let old = 0;

  function countYoung(owner: string, step: number): void {
    young += step;
    youngByOwner.add(owner, step);
  }

  /** Requests begin in the order of their time, so the line's head is always the one to age next. */
  function age(): void {
    const bornBefore = monotonicMs() - limits.oldAfterMs;
    for (let slot = line[head]; slot && (slot.done || slot.startedMs <= bornBefore); slot = line[head]) {
      if (!slot.done) {
        slot.old = true;
        countYoung(slot.owner, -1);
        old += 1;
      }
      head += 1;
    }
    if (head < FORGET_AT) return;
    line.splice(0, head);
    head = 0;
  }

  return {
    take(owner) {
      const slot = { owner, startedMs: monotonicMs(), old: false, done: false };
      line.push(slot);
      countYoung(owner, 1);
      return slot;
    },
    give(slot) {
      slot.done = true;
      if (slot.old) old -= 1;
      else countYoung(slot.owner, -1);
    },
    free() {
      age();
      return old >= limits.oldMax ? 0 : Math.max(0, limits.youngMax - young);
    },
    pressure: () => old / limits.oldMax,
    youngOf(owner) {
      age();
      return youngByOwner.of(owner);
    },
  };
}

/** How many of something each owner has; none is the same as unknown. */
type OwnerCounts = {
  readonly add: (owner: string, step: number) => void;
  readonly of: (owner: string) => number;
};

export function createOwnerCounts(): OwnerCounts {
  const counts = new Map<string, number>();
  const of = (owner: string): number => counts.get(owner) ?? 0;
  return {
    of,
    add(owner, step) {
      const left = of(owner) + step;
      if (left === 0) counts.delete(owner);
      else counts.set(owner, left);
    },
  };
}
