import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { builtProgram } from './program.ts';

/** `cottontree move` as an operator runs it. */
export type Move = {
  /** Resolves once it says a line that begins so, or has ended. */
  readonly said: (beginning: string) => Promise<void>;
  readonly kill: () => void;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string }>;
};

export async function startMove(environment: Readonly<Record<string, string>>, to: string): Promise<Move> {
  const child = spawn(process.execPath, [await builtProgram(), 'move', '--to', to], {
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: '/',
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
  const lines: string[] = [];
  const reader = createInterface(child.stderr).on('line', (line) => lines.push(line));
  const closed = once(child, 'close') as Promise<[number | null]>;
  const isOver = { now: false };
  void closed.then(() => (isOver.now = true));
  return {
    async said(beginning) {
      while (!isOver.now && !lines.some((line) => line.startsWith(beginning)))
        await Promise.race([once(reader, 'line'), closed]);
    },
    kill: () => void child.kill('SIGKILL'),
    ended: closed.then(([code]) => ({ code, out: [...lines, out].join('\n') })),
  };
}
