import { fork, type ChildProcess } from 'node:child_process';

/** What a process of its own does for the bench when it is asked. */
export type Part = {
  readonly commands: Readonly<Record<string, (given: never) => Promise<unknown>>>;
  readonly stop: () => Promise<void>;
};

/** A process of its own, as the one that started it sees it. */
export type Role = AsyncDisposable & {
  readonly pid: number;
  readonly ask: <Answer>(command: string, given?: unknown) => Promise<Answer>;
};

type Question = { readonly id: number; readonly command: string; readonly given: unknown };
type Answered = { readonly id: number; readonly value?: unknown; readonly error?: string };

const STOP_MS = 20_000;
const READY_ID = 0;
const running = new Set<Role>();

/** Starts this very program again to play a role, without the source map that would weigh on it; resolves when it is ready. */
export async function startRole(
  name: string,
  options: unknown = {},
  nodeFlags: readonly string[] = [],
): Promise<Role> {
  const child = fork(process.argv[1] ?? '', ['role', name, JSON.stringify(options)], {
    execArgv: [...nodeFlags],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();
  let last = READY_ID;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const wait = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => void waiting.set(id, { resolve, reject }));
  child.on('message', (message) => {
    const { id, value, error } = message as Answered;
    if (error === undefined) waiting.get(id)?.resolve(value);
    else waiting.get(id)?.reject(new Error(`${name}: ${error}`));
    waiting.delete(id);
  });
  child.once('exit', (code, signal) => {
    for (const { reject } of waiting.values())
      reject(new Error(`The process for ${name} ended (${code ?? signal}).`));
  });
  const role: Role = {
    pid: child.pid ?? 0,
    ask: async <Answer>(command: string, given?: unknown) => {
      last += 1;
      const answer = wait(last);
      child.send({ id: last, command, given } satisfies Question);
      return (await answer) as Answer;
    },
    async [Symbol.asyncDispose]() {
      running.delete(role);
      await end(child, gone);
    },
  };
  running.add(role);
  await wait(READY_ID);
  return role;
}

/** Ends every process that was started and not yet stopped. */
export async function stopRoles(): Promise<void> {
  await Promise.allSettled([...running].map((role) => role[Symbol.asyncDispose]()));
}

/** Plays a role until the process that asked for it lets go. */
export async function playRole(open: (options: never) => Promise<Part>, options: string): Promise<void> {
  // Whoever presses Ctrl-C means the bench, which stops its parts in order.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  const part = await open(JSON.parse(options) as never);
  process.once('disconnect', () => void part.stop().finally(() => process.exit(0)));
  process.on('message', (message) => void answer(part, message as Question));
  process.send?.({ id: READY_ID } satisfies Answered);
}

async function answer(part: Part, { id, command, given }: Question): Promise<void> {
  try {
    const run = part.commands[command];
    if (!run) throw new Error(`There is no command ${command}.`);
    process.send?.({ id, value: await run(given as never) } satisfies Answered);
  } catch (error) {
    process.send?.({
      id,
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
    } satisfies Answered);
  }
}

async function end(child: ChildProcess, gone: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  await gone;
  clearTimeout(timer);
}
