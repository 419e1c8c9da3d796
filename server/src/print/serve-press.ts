import { parentPort } from 'node:worker_threads';
import type { PrintKind } from '../kernel/running/press.ts';
import type { Printed, PrintJob } from './open-press.ts';

/** Prints what this thread is sent, one document after the other. */
export function servePress(kinds: readonly PrintKind<never>[]): void {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  parentPort?.on('message', (job: PrintJob) => {
    void print(byName.get(job.name), job).then(
      (bytes) => say({ bytes }),
      (error: unknown) =>
        say({ problem: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}

async function print(kind: PrintKind<never> | undefined, { name, what }: PrintJob): Promise<Buffer> {
  if (!kind) throw new Error(`Nobody prints ${name}.`);
  return kind.print(what as never);
}

function say(printed: Printed): void {
  parentPort?.postMessage(printed, []);
}
