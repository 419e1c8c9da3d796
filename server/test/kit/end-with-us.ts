import { spawn } from 'node:child_process';

/** Ends a process of a session of its own when this one ends, also where this one is killed. */
export type Guard = {
  /** Which process it is now; 0 while there is none. */
  readonly over: (pid: number) => void;
  readonly leave: () => void;
};

/** Reads whom to end until nobody can tell it any more. Whoever stands still is let go on first, or hears nothing. */
const SCRIPT =
  'pid=0; while read -r next; do pid=$next; done; [ "$pid" -gt 0 ] && kill -CONT "$pid" && kill "-$0" "$pid"';

/** A watcher of its own: no handler of a process that is killed runs, but the pipe it holds is closed. */
export function endWithUs(signal: 'KILL' | 'QUIT'): Guard {
  const watcher = spawn('/bin/sh', ['-c', SCRIPT, signal], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  // A watcher that was ended itself is nobody's fault.
  watcher.stdin.on('error', () => undefined);
  return {
    over: (pid) => void watcher.stdin.write(`${pid}\n`),
    leave: () => void watcher.stdin.end('0\n'),
  };
}
