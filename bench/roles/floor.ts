import { createHmac, createSecretKey } from 'node:crypto';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, Pool, type ClientConfig, type QueryConfig, type QueryResult } from 'pg';
import { Pool as Dispatcher } from 'undici';
import { declaredStatements } from '../../server/src/store/index.ts';
import { admissionOf, type StandingTicket } from '../parts/admission.ts';
import { FIND_PARCEL, TOUCH_DELIVERY } from '../parts/fill.queries.ts';
import { percentile } from '../parts/measure.ts';
import { creating, type DeliveryTemplate } from '../parts/new-delivery.ts';
import type { Part } from '../parts/role.ts';
import type { Whereabouts } from './server.ts';

export type FloorOptions = {
  readonly connection: Whereabouts['connection'];
  readonly connections: number;
  readonly pipelined: boolean;
};
/** A statement of the server by its name, and the values of its runs, used in turn. */
export type StatementLoad = {
  readonly name: string;
  readonly runs: readonly (readonly unknown[])[];
  readonly clients: number;
  readonly seconds: number;
};
export type CreateLoad = {
  readonly template: DeliveryTemplate;
  readonly clients: number;
  readonly seconds: number;
};
/** Merchant, mode and job number of each delivery. */
export type Touches = {
  readonly keys: readonly (readonly unknown[])[];
  readonly clients: number;
  readonly seconds: number;
};
/** Admits these tickets in turn, none of them twice at once. */
export type Admissions = {
  readonly tickets: readonly StandingTicket[];
  readonly clients: number;
  readonly seconds: number;
};
/** Bare HTTP that reads a delivery of this merchant, or the parcel behind a page's token. */
export type Served = { readonly merchantId: string; readonly page?: boolean };
export type Pace = { readonly perSecond: number; readonly p50Ms: number };

type Ask = (query: QueryConfig) => Promise<QueryResult<Record<string, unknown>>>;

/** What the server is held against: the driver alone, bare HTTP over the driver, and bare dispatch. */
export async function openFloor({ connection, connections, pipelined }: FloorOptions): Promise<Part> {
  const clients = Array.from(
    { length: connections },
    () => new Client({ ...connection, pipeline: pipelined } as ClientConfig),
  );
  await Promise.all(clients.map((client) => client.connect()));
  const pool = new Pool(connection);
  const servers: Server[] = [];
  let turn = 0;
  const onClients: Ask = (query) =>
    clients[(turn += 1) % clients.length]?.query<Record<string, unknown>>(query) ??
    Promise.reject(new Error('There is no connection.'));

  const listeners = new Set<ServerResponse>();
  async function serveStreams(): Promise<number> {
    const server = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
      listeners.add(response);
      response.once('close', () => listeners.delete(response));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }

  async function serve(ask: Ask, { merchantId, page = false }: Served): Promise<number> {
    const text = page ? { name: 'parcel', text: FIND_PARCEL } : textOf('deliveries.track');
    const server = createServer((request, response) => {
      const values = page
        ? [request.url?.split('/').at(-1) ?? '']
        : [[merchantId], [false], [request.url?.split('/').at(-2) ?? '']];
      ask({ ...text, values }).then(
        ({ rows }) => {
          const body = JSON.stringify({ success: true, data: rows[0] });
          return response
            .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
            .end(body);
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
      servePipelined: (given: Served) => serve(onClients, given),
      servePool: (given: Served) => serve((query) => pool.query<Record<string, unknown>>(query), given),
      serveStreams,
      async tellAll(): Promise<void> {
        for (const listener of listeners) listener.write(`event: status\ndata: ${'x'.repeat(500)}\n\n`);
      },
      ...statementLoads(onClients),
      dispatch,
    },
  };
}

/** The server's own statements from the driver, without a server. */
function statementLoads(onClients: Ask) {
  return {
    async statement({ name, runs, clients: wanted, seconds }: StatementLoad): Promise<Pace> {
      const text = textOf(name);
      let at = 0;
      return keepBusy({ clients: wanted, seconds }, () =>
        onClients({ ...text, values: [...(runs[(at += 1) % runs.length] ?? [])] }),
      );
    },
    /** Commits a change of one row, each of these in turn. */
    async touch({ keys, clients: wanted, seconds }: Touches): Promise<Pace> {
      let at = 0;
      return keepBusy({ clients: wanted, seconds }, () =>
        onClients({
          name: 'touch',
          text: TOUCH_DELIVERY,
          values: [...(keys[(at += 1) % keys.length] ?? [])],
        }),
      );
    },
    async create({ template, clients: wanted, seconds }: CreateLoad): Promise<Pace> {
      const { name, text, listsFor } = creating(template);
      const node = process.hrtime.bigint().toString(36);
      let at = 0;
      return keepBusy({ clients: wanted, seconds }, () =>
        onClients({
          name,
          text,
          values: listsFor(`${node}-${(at += 1)}`).map((list) => [list.text]),
        }),
      );
    },
    async admit({ tickets, clients: wanted, seconds }: Admissions): Promise<Pace> {
      const text = textOf('scans.record');
      const node = process.hrtime.bigint().toString(36);
      const queue = [...tickets];
      let at = 0;
      return keepBusy({ clients: wanted, seconds }, async () => {
        const ticket = queue.shift();
        if (!ticket) throw new Error('There are fewer tickets than doors.');
        const { rows } = await onClients({
          ...text,
          values: [JSON.stringify([admissionOf(ticket, `${node}-${(at += 1)}`)])],
        });
        if (rows[0]?.['written'] !== true && rows[0]?.['written'] !== 't')
          throw new Error(`The admission was not written: ${JSON.stringify(rows)}`);
        queue.push({
          ...ticket,
          version: ticket.version + 1,
          sequence: ticket.sequence + 1,
          entries: ticket.entries + 1,
        });
      });
    },
  };
}

function textOf(name: string): { readonly name: string; readonly text: string } {
  const found = declaredStatements().find((statement) => statement.name === name);
  if (!found) throw new Error(`The server has no statement ${name}.`);
  return { name, text: found.sql };
}

async function keepBusy(
  { clients, seconds }: { readonly clients: number; readonly seconds: number },
  once: () => Promise<unknown>,
): Promise<Pace> {
  const startedMs = performance.now();
  const untilMs = startedMs + seconds * 1_000;
  const latencies: number[] = [];
  const work = async (): Promise<void> => {
    for (let sentMs = startedMs; sentMs < untilMs;) {
      await once();
      const nowMs = performance.now();
      latencies.push(nowMs - sentMs);
      sentMs = nowMs;
    }
  };
  await Promise.all(Array.from({ length: clients }, work));
  return {
    perSecond: latencies.length / ((performance.now() - startedMs) / 1_000),
    p50Ms: percentile(latencies, 0.5),
  };
}

type Dispatches = {
  readonly port: number;
  readonly count: number;
  readonly sockets: number;
  readonly body: string;
  /** Each request with two signatures of its own, as the server's are. */
  readonly signed?: boolean;
};

const SIGNING_KEY = createSecretKey(Buffer.alloc(32, 1));

function signedHeaders(id: string, body: Buffer): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const standard = createHmac('sha256', SIGNING_KEY).update(`${id}.${timestamp}.`).update(body);
  return {
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard.digest('base64')}`,
    'x-service-signature': createHmac('sha256', SIGNING_KEY).update(body).digest('hex'),
  };
}

/** POSTs so many times by undici alone, storing nothing; messages a second. */
async function dispatch({ port, count, sockets, body, signed = false }: Dispatches): Promise<number> {
  const pool = new Dispatcher(`http://127.0.0.1:${port}`, { connections: sockets, pipelining: 1 });
  const bytes = Buffer.from(body);
  const startedMs = performance.now();
  await new Promise<void>((resolve, reject) => {
    let left = count;
    const done = (): void => void ((left -= 1) === 0 && resolve());
    for (let sent = 0; sent < count; sent += 1) {
      pool.dispatch(
        {
          path: '/hook',
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'webhook-id': `msg_${sent}`,
            ...(signed && signedHeaders(`msg_${sent}`, bytes)),
          },
          body: bytes,
        },
        {
          onConnect: () => undefined,
          onHeaders: () => true,
          onData: () => true,
          onComplete: done,
          onError: reject,
        },
      );
    }
  });
  const seconds = (performance.now() - startedMs) / 1_000;
  await pool.close();
  return count / seconds;
}
