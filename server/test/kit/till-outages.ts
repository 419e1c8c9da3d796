import { expect } from 'vitest';
import type { TillAct, TillDone } from '../../../web/till/test/acts.ts';
import { furnishStaff } from './till-app.ts';
import type { Chance } from './seed.ts';
import type { TestMerchant } from './service.ts';
import type { OutageTool, Shown, ToolDay } from './outage-tool.ts';
import type { ToolPage } from './tool-page.ts';

type Drawer = { readonly id: string; holds: number; lateMinor: number; isClosedElsewhere: boolean };

/** The till in outages: sells for cash, moves cash, gives it back, counts its drawer, and is compared with every Z report. */
export const tillTool: OutageTool = {
  name: 'till',
  driver: 'till/test/driver.ts',
  async prepare(service) {
    const shop = await service.merchant({ name: 'Aminata Stores' });
    const staffId = await furnishStaff(shop);
    const { data: terminal } = await shop.client.createTerminal({ body: { name: 'Till 1' } });
    const { id, name, code, location_id: locationId, livemode } = terminal;
    return {
      config: { key: shop.key, staffId, terminal: { id, name, code, locationId, livemode } },
      day: createDay({ shop, terminalId: id }),
    };
  },
};

type Place = { readonly shop: TestMerchant; readonly terminalId: string };

function createDay({ shop, terminalId }: Place): ToolDay {
  const sold = new Map<string, number>();
  const refundable: string[] = [];
  let drawer: Drawer | null = null;
  let lateBefore = 0;
  let acts = 0;
  let refused = 0;
  let reports = 0;

  const book = (act: TillAct, done: TillDone | null): void => {
    if (!done) refused += 1;
    if (!done) return;
    acts += 1;
    const { minor } = done;
    if (act.what === 'open')
      drawer = { id: done.drawerId, holds: minor, lateMinor: 0, isClosedElsewhere: false };
    if (!drawer) return;
    const sign = act.what === 'pay_out' || act.what === 'refund' ? -1 : act.what === 'open' ? 0 : 1;
    drawer.holds += sign * minor;
    if (drawer.isClosedElsewhere) drawer.lateMinor += sign * minor;
    if (act.what === 'sale' && done.clientId) {
      sold.set(done.clientId, minor);
      refundable.push(done.clientId);
    }
  };
  const expectReport = async ({ id, holds }: Drawer, page?: ToolPage): Promise<void> => {
    const { data: report } = await shop.client.getCashReport({ params: { id } });
    const cash = report.tenders.find(({ tender }) => tender === 'cash');
    const late = report.late.tenders.find(({ tender }) => tender === 'cash')?.amount ?? 0;
    const kept = page ? `the till keeps ${JSON.stringify(await page.call('kept'))}` : '';
    expect([report.kind, minorOf(cash?.expected ?? 0), minorOf(late)], kept).toEqual([
      'Z',
      holds,
      lateBefore,
    ]);
    lateBefore = 0;
    reports += 1;
  };
  const doAct = async (page: ToolPage, act: TillAct): Promise<TillDone | null> => {
    const done = await page.call<TillDone | null>('act', act);
    if (act.what !== 'close') book(act, done);
    return done;
  };
  const nextAct = (chance: Chance): TillAct => {
    const minor = chance.between(1, 9_000);
    const what = chance.pick(['sale', 'sale', 'sale', 'pay_in', 'pay_out', 'refund', 'older'] as const);
    if (what === 'refund' && refundable.length > 0)
      return { what, clientId: refundable.splice(chance.between(0, refundable.length - 1), 1)[0] ?? '' };
    if (what === 'refund') return { what: 'sale', minor };
    return { what, minor };
  };
  return {
    ready: async () => undefined,
    async act(page, chance) {
      if (!drawer) await doAct(page, { what: 'open', minor: chance.between(0, 50_000) });
      if (!drawer) return;
      await doAct(page, nextAct(chance));
    },
    async differ() {
      const closed = drawer;
      if (!closed || closed.isClosedElsewhere) return;
      // It may not have reached the server yet: then there is nothing that somebody could close.
      const { data } = await shop.client.listCashSessions({
        query: { terminal_id: terminalId, status: 'open' },
      });
      if (data[0]?.id !== closed.id) return;
      await shop.client.closeCashSession({ params: { id: closed.id }, body: { counted: [] } });
      closed.isClosedElsewhere = true;
      // It tells of what came late before; what comes late from now on is told by the next.
      await expectReport(closed);
    },
    async endOfDay(page) {
      if (!drawer) return;
      const closing: Drawer = drawer;
      const done = await doAct(page, { what: 'close', minor: Math.max(0, closing.holds) });
      if (!done) return;
      drawer = null;
      await page.sendAll();
      const shown = await page.call<readonly Shown<{ readonly kind?: string }>[]>('toSee');
      if (closing.isClosedElsewhere) {
        // Somebody else counted it first: the count of this till is refused and shown, and what came after is late.
        expect(shown.some(({ body }) => body.kind === 'closing')).toBe(true);
        lateBefore += closing.lateMinor;
      } else await expectReport(closing, page);
      await page.call('markSeen');
    },
    async expectExact() {
      const kept = await salesOf(shop);
      expect(kept.map(({ client_id, total }) => [client_id, minorOf(total)]).sort(byId)).toEqual(
        [...sold].sort(byId),
      );
      return `${acts} acts (${refused} more were told that nothing was kept), ${sold.size} sales, ${reports} Z reports equal to the drawer: 0 lost, 0 doubled`;
    },
  };
}

const minorOf = (amount: number): number => Math.round(amount * 100);
const byId = (one: readonly unknown[], other: readonly unknown[]): number =>
  String(one[0]) < String(other[0]) ? -1 : 1;

type Kept = { readonly client_id: string | null; readonly total: number };

async function salesOf({ client }: TestMerchant): Promise<readonly Kept[]> {
  const kept: Kept[] = [];
  for (let cursor: string | undefined; ;) {
    const { data, meta } = await client.listSales({ query: { limit: 100, ...(cursor ? { cursor } : {}) } });
    kept.push(...data.map(({ client_id, total }) => ({ client_id, total })));
    cursor = meta.next_cursor ?? undefined;
    if (!cursor) return kept;
  }
}
