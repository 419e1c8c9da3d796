import { requestBytes } from '../parts/load.ts';
import { interleave, medianOf, ms } from '../parts/measure.ts';
import { cpuMsOf, databaseCpuMs } from '../parts/processes.ts';
import type { Bench, Result, Row } from '../parts/row.ts';
import { openService, type Service } from '../parts/service.ts';
import { checkSalesExact, LINES_EACH, openShelf, PRODUCTS, saleBytes } from '../parts/till-sale.ts';
import { driveVisits, type Driven, type Visits } from '../parts/visits.ts';
import { installPeer } from '../peers/install-peer.ts';
import { medusa } from '../peers/medusa.ts';
import { analyse, countSales, createPeerDatabase } from '../peers/peers.queries.ts';
import type { Peer, Shop } from '../peers/shop.ts';
import { vendure } from '../peers/vendure.ts';

const CLIENTS = 8;
const GOAL = 100;
/** Three tell enough of such factors, and the machine is not held for longer than it must be. */
const ROUNDS_MAX = 3;
/** What is first done unmeasured, for a program that is asked a few times a second is not compiled after the usual seconds. */
const WARM = { most: 150, seconds: 15 };
const PEERS: readonly Peer[] = [vendure, medusa];

/** Only by name: it installs programs of others, some 800 MB. */
export const peersRow: Row = { name: 'peers', onlyByName: true, run };

type Figure = {
  readonly perSecond: number;
  readonly nodeMs: number;
  readonly databaseMs: number;
  readonly refused: number;
};
type Figures = { readonly list: Figure; readonly sell: Figure };
type Act = keyof Figures;
type Missing = { readonly missing: string };

/** The peers first and one at a time, so that nothing of what the faster one has written is tidied up on their account. */
async function run({ plan, say }: Bench): Promise<readonly Result[]> {
  const bench = { say, plan: { ...plan, rounds: Math.min(plan.rounds, ROUNDS_MAX) } };
  await using service = await openService({ roles: 'http' });
  const measured = new Map<Peer, Figures | Missing>();
  for (const peer of PEERS) {
    say(`  ${peer.name}: installing where it is not there, starting, filling`);
    measured.set(
      peer,
      await measurePeer(bench, service, peer).catch((error: unknown) => ({
        missing: error instanceof Error ? error.message : String(error),
      })),
    );
  }
  const shop = await openOurs(service);
  await analyse(service.connection);
  const ours = await measureShop(bench, service, { name: 'Cottontree', shop });
  await checkSalesExact(service);
  return [...measured].flatMap(([peer, theirs]) => resultsOf(peer, { ours, theirs }));
}

async function measurePeer(bench: Bench, service: Service, peer: Peer): Promise<Figures> {
  const folder = await installPeer(peer);
  const database = { ...service.connection, database: `peer_${peer.name.toLowerCase()}` };
  await createPeerDatabase(service.database, database.database);
  await using shop = await peer.open({ folder, database });
  await analyse(database);
  return await measureShop(bench, service, { name: peer.name, shop });
}

/** Everything is listed before the first sale, for what sales leave behind is tidied up later. */
async function measureShop(
  bench: Bench,
  service: Service,
  { name, shop }: { readonly name: string; readonly shop: Shop },
): Promise<Figures> {
  let sales = 0;
  const drive = async (act: Act, time: Pick<Visits, 'seconds' | 'most'>): Promise<Driven> => {
    const driven = await driveVisits({ port: shop.port, clients: CLIENTS, act: shop[act], ...time });
    if (act === 'sell') sales += driven.count;
    return driven;
  };
  const used = async (): Promise<readonly [number, number]> => [
    await cpuMsOf(shop.pid),
    await databaseCpuMs(service.dataDir),
  ];
  const figureOf = async (act: Act): Promise<Figure> => {
    await drive(act, WARM);
    const subject = `${name}: ${act}`;
    const once = async (seconds: number): Promise<Figure> => {
      const before = await used();
      const { count, refused, perSecond } = await drive(act, { seconds });
      const after = await used();
      return {
        perSecond,
        refused,
        nodeMs: (after[0] - before[0]) / count,
        databaseMs: (after[1] - before[1]) / count,
      };
    };
    return middle(await interleave(bench, [{ name: subject, once }]), subject);
  };
  const figures = { list: await figureOf('list'), sell: await figureOf('sell') };
  const found = await shop.sold();
  if (found !== sales) throw new Error(`${name} answered ${sales} sales and has ${found} that are paid.`);
  return figures;
}

function middle(figures: ReadonlyMap<string, readonly Figure[]>, name: string): Figure {
  const read = (what: keyof Figure): number => medianOf(figures, name, (figure) => figure[what]);
  return {
    perSecond: read('perSecond'),
    nodeMs: read('nodeMs'),
    databaseMs: read('databaseMs'),
    refused: read('refused'),
  };
}

async function openOurs(service: Service): Promise<Shop> {
  const shelf = await openShelf(service);
  const list = requestBytes({ method: 'GET', path: `/v1/pos/products?limit=${PRODUCTS}`, key: shelf.key });
  let sold = 0;
  return {
    port: service.port,
    pid: service.role.pid,
    async list(visit) {
      await visit.ask(list);
      return true;
    },
    async sell(visit) {
      sold += 1;
      await visit.ask(saleBytes(shelf, sold), 201);
      return true;
    },
    sold: () => countSales(service.database),
  };
}

type Pair = { readonly ours: Figures; readonly theirs: Figures | Missing };

function resultsOf(peer: Peer, { ours, theirs }: Pair): readonly Result[] {
  const version = Object.values(peer.dependencies)[0] ?? '';
  const works = {
    list: `list ${PRODUCTS} products, ${CLIENTS} clients, beside ${peer.name} ${version}`,
    sell: `sell ${LINES_EACH} lines over ${PRODUCTS} products, ${CLIENTS} clients, beside ${peer.name} ${version}`,
  };
  return (['list', 'sell'] as const).map((act) => {
    const shared = { work: works[act], measured: told(ours[act]), goal: `≥ ${GOAL} × less processor` };
    if ('missing' in theirs)
      return {
        ...shared,
        floor: 'could not be measured here',
        ratio: '',
        met: null,
        note: `${peer.name} could not be measured: ${theirs.missing.replaceAll(/\s+/g, ' ')}`,
      };
    if (theirs[act].perSecond === 0)
      return {
        ...shared,
        floor: 'nothing was done',
        ratio: '',
        met: null,
        note: `${peer.name} refused all ${theirs[act].refused} of a round, so there is nothing to compare.`,
      };
    const ratio = cpuMs(theirs[act]) / cpuMs(ours[act]);
    return {
      ...shared,
      floor: `${told(theirs[act])} (${act === 'list' ? peer.listing : peer.selling})`,
      ratio: `${ratio.toFixed(ratio < 10 ? 1 : 0)} ×`,
      met: ratio >= GOAL,
      note: `Processor is that of the server’s process and of PostgreSQL; workers are switched off on both sides. Medians of at most ${ROUNDS_MAX} rounds, after ${WARM.most} times or ${WARM.seconds} s unmeasured.${theirs[act].refused > 0 ? ` In a round ${peer.name} refused ${theirs[act].refused}, which do not count.` : ''}`,
    };
  });
}

function cpuMs({ nodeMs, databaseMs }: Figure): number {
  return nodeMs + databaseMs;
}

function told(figure: Figure): string {
  const { perSecond, nodeMs, databaseMs } = figure;
  const rate = perSecond < 100 ? perSecond.toFixed(1) : Math.round(perSecond).toLocaleString('en-US');
  return `${rate}/s, ${ms(cpuMs(figure))} of processor (Node ${ms(nodeMs)}, PostgreSQL ${ms(databaseMs)})`;
}
