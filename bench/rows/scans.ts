import { randomUUID } from 'node:crypto';
import { clearOutbox } from '../parts/fill.queries.ts';
import { ask, drive, requestBytes, type Driven } from '../parts/load.ts';
import { interleave, medianOf, ms, perSecond, times } from '../parts/measure.ts';
import { startRole } from '../parts/role.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { openService, type Service } from '../parts/service.ts';
import { standingTickets } from '../parts/scan.queries.ts';
import type { Admissions, FloorOptions, Pace } from '../roles/floor.ts';

const CLIENTS = 8;
const TICKETS = 400;
const PER_ORDER = 20;
const GOAL = 0.75;

export const scansRow: Row = { name: 'scans', run };

type Hall = { readonly eventId: string; readonly codes: readonly string[] };

/** Doors that admit tickets of an event where people come and go as they like, so that a ticket can be admitted again. */
async function run(bench: Bench): Promise<readonly Result[]> {
  await using service = await openService({ roles: 'http' });
  const { key } = await service.merchant();
  const { eventId, codes } = await openHall(service, key, bench.plan.quick ? 100 : TICKETS);
  await using floor = await startRole('floor', {
    connection: service.connection,
    connections: CLIENTS,
    pipelined: false,
  } satisfies FloorOptions);
  let at = 0;
  const next = (): Buffer =>
    requestBytes({
      method: 'POST',
      path: `/v1/events/${eventId}/scans`,
      key,
      body: JSON.stringify({ code: codes[(at += 1) % codes.length], device_id: 'door', nonce: randomUUID() }),
    });
  const figures = await interleave<Driven | Pace>(bench, [
    {
      name: 'server',
      async once(seconds) {
        await clearOutbox(service.database);
        return drive({ port: service.port, clients: CLIENTS, seconds, next });
      },
    },
    {
      name: 'statement',
      async once(seconds) {
        await clearOutbox(service.database);
        return floor.ask<Pace>('admit', {
          tickets: await standingTickets(service.database, eventId),
          clients: CLIENTS,
          seconds,
        } satisfies Admissions);
      },
    },
  ]);
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  const p50 = (name: string): number => medianOf(figures, name, (figure) => figure.p50Ms);
  const ratio = rate('server') / rate('statement');
  return [
    {
      work: `scan of a signed ticket over HTTP: signature, admission, log, figures, message; ${CLIENTS} doors, fsync on`,
      measured: `${perSecond(rate('server'))}, p50 ${ms(p50('server'))}`,
      floor: `${perSecond(rate('statement'))} (the admission statement from ${CLIENTS} connections of the driver)`,
      ratio: times(ratio),
      goal: `≥ ${GOAL}`,
      met: ratio >= GOAL,
      ...(ratio >= GOAL
        ? {}
        : {
            note: 'Presumably: a scan is looked up and verified before its statement, and HTTP shares the cores.',
          }),
    },
  ];
}

async function openHall({ port }: Service, key: string, count: number): Promise<Hall> {
  const event = await must(port, {
    key,
    path: '/events',
    body: {
      name: 'Hall',
      start_date: '2020-01-01',
      end_date: '2099-01-01',
      status: 'published',
      re_entry: 'unlimited',
      max_tickets_per_order: PER_ORDER,
      ticket_types: [{ name: 'Standard', price: 50, quantity_available: count }],
    },
  });
  const {
    id: eventId,
    ticket_types: [type],
  } = event as { readonly id: string; readonly ticket_types: readonly { readonly id: string }[] };
  const codes: string[] = [];
  while (codes.length < count) {
    const order = await must(port, {
      key,
      path: `/events/${eventId}/orders`,
      body: {
        items: [{ ticket_type_id: type?.id, quantity: Math.min(PER_ORDER, count - codes.length) }],
        channel: 'pos',
        payment: { method: 'cash' },
      },
    });
    codes.push(
      ...(order as { readonly tickets: readonly { readonly qr: string }[] }).tickets.map(({ qr }) => qr),
    );
  }
  return { eventId, codes };
}

async function must(
  port: number,
  { key, path, body }: { readonly key: string; readonly path: string; readonly body: object },
): Promise<unknown> {
  const answer = await ask(
    port,
    requestBytes({ method: 'POST', path: `/v1${path}`, key, body: JSON.stringify(body) }),
  );
  if (answer.status >= 300) throw new Error(`${path} was answered ${answer.status}: ${answer.body}`);
  return (JSON.parse(answer.body) as { readonly data: unknown }).data;
}
