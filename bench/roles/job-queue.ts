import { Logger, runMigrations, run } from 'graphile-worker';
import { Pool, type ClientConfig } from 'pg';
import { Pool as Dispatcher } from 'undici';
import type { Part } from '../parts/role.ts';

export type JobQueueOptions = { readonly connection: ClientConfig };
export type Jobs = {
  readonly port: number;
  readonly count: number;
  readonly sockets: number;
  readonly body: string;
};

/** As its makers recommend for many short jobs: one process, jobs fetched and completed in batches. */
const LOCAL_QUEUE_JOBS = 500;
const CONNECTIONS = 10;
const LOOK_MS = 10;
const quiet = new Logger(() => () => undefined);

/** What webhooks are held against as a queue: graphile-worker sending the same bytes, which notes down no attempt. */
export async function openJobQueue({ connection }: JobQueueOptions): Promise<Part> {
  const pgPool = new Pool({ ...connection, max: CONNECTIONS });
  // It asks for both; what goes wrong with a connection is told by the statement on it.
  pgPool.on('error', () => undefined).on('connect', (client) => void client.on('error', () => undefined));
  await runMigrations({ pgPool, logger: quiet });
  const left = async (): Promise<number> =>
    Number(
      (await pgPool.query<{ jobs: string }>('SELECT count(*) AS jobs FROM graphile_worker._private_jobs'))
        .rows[0]?.jobs,
    );

  /** Jobs a second, from the first of a full queue to an empty one. */
  async function drain({ port, count, sockets, body }: Jobs): Promise<number> {
    await pgPool.query(
      `SELECT count(*) FROM graphile_worker.add_jobs((SELECT array_agg(('deliver', json_build_object('id', n), NULL, NULL, NULL, NULL, NULL, NULL)::graphile_worker.job_spec) FROM generate_series(1, $1::int) n))`,
      [count],
    );
    if ((await left()) !== count) throw new Error(`${await left()} jobs wait instead of ${count}.`);
    const dispatcher = new Dispatcher(`http://127.0.0.1:${port}`, { connections: sockets, pipelining: 1 });
    const bytes = Buffer.from(body);
    let delivered = 0;
    let startedMs = 0;
    const deliver = async (payload: unknown): Promise<void> => {
      if (startedMs === 0) startedMs = performance.now();
      const headers = {
        'content-type': 'application/json',
        'webhook-id': `msg_${(payload as { readonly id: number }).id}`,
      };
      const answer = await dispatcher.request({ path: '/hook', method: 'POST', headers, body: bytes });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`The receiver answered ${answer.statusCode}.`);
      delivered += 1;
    };
    const runner = await run({
      pgPool,
      logger: quiet,
      noHandleSignals: true,
      taskList: { deliver },
      preset: {
        worker: { concurrentJobs: sockets, localQueue: { size: LOCAL_QUEUE_JOBS }, completeJobBatchDelay: 0 },
      },
    });
    while (delivered < count || (await left()) > 0)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const seconds = (performance.now() - startedMs) / 1_000;
    await runner.stop();
    await dispatcher.close();
    return count / seconds;
  }

  return { stop: () => pgPool.end(), commands: { drain } };
}
