/** The requests under way, by how long they have been: what takes long waits for somebody else, not for the processor. */
export type WorkInFlight = {
  /** One more; what it is given says when it came. */
  readonly enter: () => number;
  readonly leave: (came: number) => void;
  readonly all: () => number;
  /** Those that came in the last looks. */
  readonly young: () => number;
  /** Ends the time since the last look; tells how many left in it. */
  readonly look: () => number;
};

/** Counts requests under way, of which those that came in the last so many looks are young. */
export function createWorkInFlight(youngLooks: number): WorkInFlight {
  const came = new Uint32Array(youngLooks);
  let [looks, all, young, left] = [0, 0, 0, 0];
  const placeOf = (look: number): number => look % youngLooks;
  return {
    all: () => all,
    young: () => young,
    enter() {
      all += 1;
      young += 1;
      came[placeOf(looks)] = (came[placeOf(looks)] ?? 0) + 1;
      return looks;
    },
    leave(look) {
      all -= 1;
      left += 1;
      if (looks - look >= youngLooks) return;
      young -= 1;
      came[placeOf(look)] = (came[placeOf(look)] ?? 0) - 1;
    },
    look() {
      const leftMeanwhile = left;
      left = 0;
      looks += 1;
      young -= came[placeOf(looks)] ?? 0;
      came[placeOf(looks)] = 0;
      return leftMeanwhile;
    },
  };
}
