import { readFileSync } from 'node:fs';

const NANOSECONDS_PER_MS = 1_000_000;

/** The processor time of this thread so far, where the system tells it (Linux); else of the whole process. */
const cpuMs = ((): (() => number) => {
  const ofThread = (): number =>
    Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / NANOSECONDS_PER_MS;
  const ofProcess = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  };
  try {
    return Number.isFinite(ofThread()) ? ofThread : ofProcess;
  } catch {
    return ofProcess;
  }
})();

/** The most processor time that one turn of the event loop takes until something has come. What else the machine does is not in it. */
export async function heldMs(awaited: Promise<unknown>): Promise<number> {
  let done = false;
  let held = 0;
  let before = cpuMs();
  const settled = awaited.finally(() => void (done = true));
  while (!done) {
    await endOfTurn();
    const now = cpuMs();
    held = Math.max(held, now - before);
    before = now;
  }
  await settled;
  return held;
}

/** Not held to, it comes when the turn ends and does not begin another, so a loop with nothing to do sleeps and costs nothing. */
function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve).unref());
}
