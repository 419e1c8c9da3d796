import { clearOutbox, insertTemplate } from '../parts/fill.queries.ts';
import { drive } from '../parts/load.ts';
import { interleave, medianOf, ms, perSecond, times, type Subject } from '../parts/measure.ts';
import type { DeliveryTemplate } from '../parts/new-delivery.ts';
import { hasPgbench, runPgbench, writeCreateScript } from '../parts/pgbench.ts';
import { startRole, type Role } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { createBytes, makeDeliveries, makeFolder, openService, type Service } from '../parts/service.ts';
import type { FloorOptions, Pace } from '../roles/floor.ts';

const CLIENTS = 64;
const FLOOR_CLIENTS = 32;
const WARM = 200;

export const createRow: Row = { name: 'create', run };

type Figure = Pace & { readonly cpuMsEach?: number };

/** The server only answers here: turning facts into messages is measured apart, in `sustain`. */
async function run(bench: Bench): Promise<readonly Result[]> {
  await using service = await openService({ roles: 'http' });
  const { id: merchantId, key } = await service.merchant();
  await makeDeliveries(service.port, key, WARM);
  // As the database does by itself, seconds after its tables have begun to grow.
  await service.database.query('ANALYZE');
  const template = await insertTemplate(service.database, merchantId);
  // The embedded database lets 40 in: pgbench's clients are among them.
  await using floor = await startRole('floor', {
    connection: service.connection,
    connections: (await hasPgbench()) ? 1 : FLOOR_CLIENTS,
    pipelined: false,
  } satisfies FloorOptions);
  const many = await manyAtOnce(service, floor, template);
  const http = (name: string, clients: number): Subject<Figure> => ({
    name,
    once: (seconds) => overHttp(service, { key, clients, seconds }),
  });
  const figures = await interleave<Figure>(bench, [
    http('server', CLIENTS),
    many,
    http('server, 1 client', 1),
    {
      name: 'statement, 1 client',
      once: (seconds) => floor.ask<Pace>('create', { template, clients: 1, seconds }),
    },
  ]);
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  const p50 = (name: string): number => medianOf(figures, name, (figure) => figure.p50Ms);
  const ratio = rate('server') / rate(many.name);
  const slowdown = p50('server, 1 client') / p50('statement, 1 client');
  const cpu = medianOf(figures, 'server', (figure) => figure.cpuMsEach ?? Number.NaN);
  return [
    {
      work: 'create delivery over HTTP with history and message, 64 clients, fsync on',
      measured: `${perSecond(rate('server'))}, p50 ${ms(p50('server'))}, Node ${cpu.toFixed(2)} ms each`,
      floor: `${perSecond(rate(many.name))} (${many.name})`,
      ratio: times(ratio),
      goal: '≥ 1.0',
      met: ratio >= 1,
      ...(ratio >= 1
        ? {}
        : {
            note: `Node spends ${cpu.toFixed(2)} ms of one core on each; the load generator shares the cores.`,
          }),
    },
    {
      work: 'the same, single client, p50',
      measured: ms(p50('server, 1 client')),
      floor: `${ms(p50('statement, 1 client'))} (the statement from the driver)`,
      ratio: times(slowdown),
      goal: '≤ 2',
      met: slowdown <= 2,
      ...(slowdown <= 2
        ? {}
        : {
            note: 'Presumably: a single request pays for HTTP, validation, pricing and sealing in sequence with the commit.',
          }),
    },
  ];
}

async function overHttp(
  service: Service,
  load: { readonly key: string; readonly clients: number; readonly seconds: number },
): Promise<Figure> {
  await clearOutbox(service.database);
  const before = await service.use();
  const driven = await drive({
    port: service.port,
    status: 201,
    clients: load.clients,
    seconds: load.seconds,
    next: () => createBytes(load.key),
  });
  const after = await service.use();
  return {
    perSecond: driven.perSecond,
    p50Ms: driven.p50Ms,
    cpuMsEach: (after.cpuMs - before.cpuMs) / driven.count,
  };
}

async function manyAtOnce(
  service: Service,
  floor: Role,
  template: DeliveryTemplate,
): Promise<Subject<Figure>> {
  if (!(await hasPgbench())) {
    return {
      name: 'the statement from 32 connections of the driver, one delivery a commit',
      once: (seconds) => floor.ask<Pace>('create', { template, clients: FLOOR_CLIENTS, seconds }),
    };
  }
  const script = await writeCreateScript(await makeFolder(), template);
  return {
    name: 'pgbench, 32 clients, one delivery a commit',
    async once(seconds) {
      await clearOutbox(service.database);
      return {
        perSecond: await runPgbench({
          connection: service.connection,
          script,
          clients: FLOOR_CLIENTS,
          seconds,
        }),
        p50Ms: Number.NaN,
      };
    },
  };
}
