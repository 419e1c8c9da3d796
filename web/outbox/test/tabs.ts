type Request = {
  readonly run: (lock: Lock | null) => Promise<unknown>;
  readonly settle: { resolve: (value: unknown) => void; reject: (error: unknown) => void };
  readonly owner: symbol;
};

/** The Web Locks of one device: a queue for one lock, `steal`, and tabs that die. */
export function createLocks() {
  let held: Request | null = null;
  const queue: Request[] = [];
  const next = (): void => {
    if (held) return;
    const request = queue.shift();
    if (request) grant(request);
  };
  const grant = (request: Request): void => {
    held = request;
    void hold(request);
  };
  const hold = async (request: Request): Promise<void> => {
    const value = await request.run({ name: '', mode: 'exclusive' });
    request.settle.resolve(value);
    if (held === request) held = null;
    next();
  };
  return {
    forTab() {
      const owner = Symbol('tab');
      const request = (_name: string, options: LockOptions, run: Request['run']) =>
        new Promise((resolve, reject) => {
          const asked: Request = { run, settle: { resolve, reject }, owner };
          if (options.steal) {
            held?.settle.reject(new DOMException('Stolen.', 'AbortError'));
            held = null;
            return grant(asked);
          }
          options.signal?.addEventListener('abort', () => {
            const at = queue.indexOf(asked);
            if (at >= 0) queue.splice(at, 1);
            reject(options.signal?.reason);
          });
          queue.push(asked);
          next();
        });
      return {
        manager: { request } as unknown as LockManager,
        die() {
          for (let at = queue.length - 1; at >= 0; at -= 1)
            if (queue[at]?.owner === owner) queue.splice(at, 1);
          if (held?.owner === owner) held = null;
          next();
        },
      };
    },
  };
}

/** What tabs of one device tell each other. */
export class TestChannel extends EventTarget {
  readonly name: string;
  readonly all: Set<TestChannel>;
  constructor(name: string, all: Set<TestChannel>) {
    super();
    this.name = name;
    this.all = all;
    all.add(this);
  }
  postMessage(data: unknown): void {
    for (const other of this.all)
      if (other !== this && other.name === this.name)
        queueMicrotask(
          () => this.all.has(other) && other.dispatchEvent(new MessageEvent('message', { data })),
        );
  }
  close(): void {
    this.all.delete(this);
  }
}
