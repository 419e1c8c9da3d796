import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, Pool, type ClientConfig, type QueryConfig, type QueryResult } from 'pg';
import { Pool as Dispatcher } from 'undici';
import { declaredStatements } from '../../server/src/store/index.ts';
import { percentile } from '../parts/measure.ts';
import type { Part } from '../parts/role.ts';
import type { Whereabouts } from './server.ts';

export type FloorOptions = { readonly connection: Whereabouts['connection']; readonly connections: number; readonly pipelined: boolean };
/** A statement of the server by its name, and the values of its runs, used in turn. */
export type StatementLoad = { readonly name: string; readonly runs: readonly (readonly unknown[])[]; readonly clients: number; readonly seconds: number };
export type CreateLoad = { readonly template: Readonly<Record<string, unknown>>; readonly clients: number; readonly seconds: number };
export type Pace = { readonly perSecond: number; readonly p50Ms: number };

type Ask = (query: QueryConfig) => Promise<QueryResult<Record<string, unknown>>>;

/** What the server is held against: the driver alone, bare HTTP over the driver, and bare dispatch. */
export async function openFloor({ connection, connections, pipelined }: FloorOptions): Promise<Part> {
  const clients = Array.from({ length: connections }, () => new Client({ ...connection, pipeline: pipelined } as ClientConfig));
  await Promise.all(clients.map((client) => client.connect()));
  const pool = new Pool(connection);
  const servers: Server[] = [];
  let turn = 0;
  const onClients: Ask = (query) => clients[(turn += 1) % clients.length]?.query<Record<string, unknown>>(query) ?? Promise.reject(new Error('There is no connection.'));

  async function serve(ask: Ask, { merchantId }: { readonly merchantId: string }): Promise<number> {
    const text = textOf('deliveries.track');
    const server = createServer((request, response) => {
      const jobNumber = request.url?.split('/').at(-2) ?? '';
      ask({ ...text, values: [[merchantId], [false], [jobNumber]] }).then(
        ({ rows }) => {
          const body = JSON.stringify({ success: true, data: rows[0] });
          return response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
        },
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  return {
    async stop() {
      for (const server of servers) server.closeAllConnections();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
      await Promise.all([...clients.map((client) => client.end()), pool.end()]);
    },
    commands: {
      servePipelined: (given: { readonly merchantId: string }) => serve(onClients, given),
      servePool: (given: { readonly merchantId: string }) => serve((query) => pool.query<Record<string, unknown>>(query), given),
      async statement({ name, runs, clients: wanted, seconds }: StatementLoad): Promise<Pace> {
        const text = textOf(name);
        let at = 0;
        return keepBusy({ clients: wanted, seconds }, () => onClients({ ...text, values: [...(runs[(at += 1) % runs.length] ?? [])] }));
      },
      async create({ template, clients: wanted, seconds }: CreateLoad): Promise<Pace> {
        const text = textOf('deliveries.insert');
        const node = process.hrtime.bigint().toString(36);
        let at = 0;
        return keepBusy({ clients: wanted, seconds }, () => {
          const number = `${node}-${(at += 1)}`;
          return onClients({ ...text, values: [JSON.stringify([{ ...template, job_number: number, order_number: number, transaction_id: number, quote_nonce: null }])] });
        });
      },
      dispatch,
    },
  };
}

function textOf(name: string): { readonly name: string; readonly text: string } {
  const found = declaredStatements().find((statement) => statement.name === name);
  if (!found) throw new Error(`The server has no statement ${name}.`);
  return { name, text: found.sql };
}

async function keepBusy({ clients, seconds }: { readonly clients: number; readonly seconds: number }, once: () => Promise<unknown>): Promise<Pace> {
  const startedMs = performance.now();
  const untilMs = startedMs + seconds * 1_000;
  const latencies: number[] = [];
  const work = async (): Promise<void> => {
    for (let sentMs = startedMs; sentMs < untilMs; ) {
      await once();
      const nowMs = performance.now();
      latencies.push(nowMs - sentMs);
      sentMs = nowMs;
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return { perSecond: latencies.length / ((performance.now() - startedMs) / 1_000), p50Ms: percentile(latencies, 0.5) };
}

type Dispatches = { readonly port: number; readonly count: number; readonly sockets: number; readonly body: string };

/** POSTs so many times by undici alone, signing and storing nothing; messages a second. */
async function dispatch({ port, count, sockets, body }: Dispatches): Promise<number> {
  const pool = new Dispatcher(`http://127.0.0.1:${port}`, { connections: sockets, pipelining: 1 });
  const bytes = Buffer.from(body);
  const startedMs = performance.now();
  await new Promise<void>((resolve, reject) => {
    let left = count;
    const done = (): void => void ((left -= 1) === 0 && resolve());
    for (let sent = 0; sent < count; sent += 1) {
      pool.dispatch(
        { path: '/hook', method: 'POST', headers: { 'content-type': 'application/json', 'webhook-id': `msg_${sent}` }, body: bytes },
        { onConnect: () => undefined, onHeaders: () => true, onData: () => true, onComplete: done, onError: reject },
      );
    }
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  await pool.close();
  return count / seconds;
}
