import { clearOutbox } from '../parts/fill.queries.ts';
import { copyDrafts, readNumbers, startDraftsAt, writeFinalizeScript } from '../parts/invoices.queries.ts';
import { ask, drive, requestBytes } from '../parts/load.ts';
import { interleave, medianOf, ms, perSecond, times, type Subject } from '../parts/measure.ts';
import { hasPgbench, runPgbench } from '../parts/pgbench.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { makeFolder, openService, type Service } from '../parts/service.ts';

const CLIENTS = 16;
/** More than any machine finalises in a second: a run never lacks drafts. */
const DRAFTS_PER_SECOND = 6_000;

export const invoicesRow: Row = { name: 'invoices', run };

type Pace = { readonly perSecond: number; readonly p50Ms: number };
type Desk = { readonly service: Service; readonly key: string; readonly templateId: string };

/** All numbers come from one counter, so that each waits for the commit of the one before it. */
async function run(bench: Bench): Promise<readonly Result[]> {
  await using service = await openService({ roles: 'http' });
  const { key } = await service.merchant();
  const make = async (finalize: boolean): Promise<string> => {
    const body = JSON.stringify({
      customer: { name: 'Isatu Conteh', email: 'isatu@example.sl' },
      items: Array.from({ length: 3 }, (_, at) => ({
        description: `Line ${at + 1}`,
        quantity: 2,
        unit_price: 15,
      })),
      tax_rate: 15,
      finalize,
    });
    const answer = await ask(service.port, requestBytes({ method: 'POST', path: '/v1/invoices', key, body }));
    return (JSON.parse(answer.body) as { readonly data: { readonly id: string } }).data.id;
  };
  const port: Desk = { service, key, templateId: await make(false) };
  await service.database.query('ANALYZE');
  const floor = await floorOf(port, await make(true));
  const figures = await interleave<Pace>(bench, [
    { name: 'server', once: (seconds) => overHttp(port, seconds) },
    ...(floor ? [floor] : []),
  ]);
  const { count, gaps } = await readNumbers(service.database);
  const rate = (name: string): number => medianOf(figures, name, (figure) => figure.perSecond);
  const ratio = floor ? rate('server') / rate(floor.name) : Number.NaN;
  return [
    {
      work: `finalise invoices over HTTP, ${CLIENTS} clients, one series of numbers, fsync on; ${count.toLocaleString('en-US')} numbered, ${gaps} gaps`,
      measured: `${perSecond(rate('server'))}, p50 ${ms(medianOf(figures, 'server', (figure) => figure.p50Ms))}`,
      floor: floor ? `${perSecond(rate(floor.name))} (${floor.name})` : 'pgbench is not here',
      ratio: times(ratio),
      goal: '≥ 0.5, 0 gaps',
      met: floor ? ratio >= 0.5 && gaps === 0 : null,
    },
  ];
}

async function overHttp({ service, key, templateId }: Desk, seconds: number): Promise<Pace> {
  await clearOutbox(service.database);
  const ids = await copyDrafts(service.database, {
    templateId,
    count: Math.ceil(seconds * DRAFTS_PER_SECOND),
  });
  let taken = 0;
  const next = (): Buffer =>
    requestBytes({
      method: 'POST',
      path: `/v1/invoices/${ids[taken++] ?? 'none-is-left'}/finalize`,
      key,
      body: '{}',
    });
  return drive({ port: service.port, status: 200, clients: CLIENTS, seconds, next });
}

async function floorOf({ service, templateId }: Desk, finalizedId: string): Promise<Subject<Pace> | null> {
  if (!(await hasPgbench())) return null;
  const script = await writeFinalizeScript(service.database, { folder: await makeFolder(), finalizedId });
  return {
    name: `pgbench, ${CLIENTS} clients, the same statement`,
    async once(seconds) {
      await clearOutbox(service.database);
      const ids = await copyDrafts(service.database, {
        templateId,
        count: Math.ceil(Math.max(1, seconds) * DRAFTS_PER_SECOND),
      });
      await startDraftsAt(service.database, ids[0] ?? '');
      return {
        perSecond: await runPgbench({ connection: service.connection, script, clients: CLIENTS, seconds }),
        p50Ms: Number.NaN,
      };
    },
  };
}
