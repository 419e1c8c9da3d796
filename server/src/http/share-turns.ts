/** Lets steps of many requests share the turns of the event loop. */
export type TurnSharing = {
  /** Does it now, or in a later turn where this one has had its share. */
  readonly take: (step: () => void) => void;
  /** Steps that wait for their turn. */
  readonly waiting: () => number;
};

/** Some milliseconds' worth: whoever is refused, and a health check, waits for one turn. */
const STEPS_PER_TURN = 8;

/**
 * While there is a crowd, so many steps at the most are done in one turn of the event loop, in the order in which they came:
 * nothing is done later for it, as the processor is busy either way, but what takes microseconds waits for few steps and
 * not for hundreds. Without a crowd nothing waits.
 */
export function shareTurns(isCrowded: () => boolean, perTurn = STEPS_PER_TURN): TurnSharing {
  const line: (() => void)[] = [];
  let [taken, turns] = [0, false];

  function turn(): void {
    turns = false;
    taken = 0;
    const steps = line.splice(0, perTurn);
    if (line.length > 0) turnSoon();
    for (const step of steps) {
      taken += 1;
      step();
    }
  }

  function turnSoon(): void {
    if (!turns) setImmediate(turn);
    turns = true;
  }

  return {
    waiting: () => line.length,
    take(step) {
      if (line.length === 0 && !isCrowded()) return step();
      turnSoon();
      if (line.length > 0 || taken >= perTurn) return void line.push(step);
      taken += 1;
      step();
    },
  };
}
