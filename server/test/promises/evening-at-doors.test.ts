import { expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser } from '../kit/browser.ts';
import { openDoorApp, scannerOf, type Told } from '../kit/door-app.ts';
import { openDoors } from '../kit/doors.ts';
import { createChance, figure, seed, tell } from '../kit/seed.ts';
import { startService } from '../kit/service.ts';

const TICKETS = figure(30, 500);
/** Tickets that were copied: shown at two doors, or twice at one. */
const COPIES = figure(3, 25);
const MEDIAN_MS_MAX = 1_500;

test(
  `R19: three phones let ${TICKETS} people in, one of them without a network all evening: nobody twice without being told, nothing lost (seed ${seed})`,
  IN_A_BROWSER,
  async () => {
    await using service = await startService();
    await using browser = await openBrowser();
    await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
    const shop = await service.merchant({ livemode: true });
    await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
    const doors = await openDoors(service, shop, { scan_policy: { gates: ['North', 'South', 'Garden'] } });
    const tickets = await doors.buy(TICKETS, { name: 'Fatmata Koroma' });
    const phone = (gate: string) =>
      openDoorApp({ browser, service, shop, eventId: doors.id, name: `Door ${gate}`, gate });
    const [north, south, garden] = [await phone('North'), await phone('South'), await phone('Garden')];

    const chance = createChance(seed);
    const lists: string[][] = [[], [], []];
    for (const [at, { qr }] of tickets.entries()) lists[at % lists.length]?.push(qr);
    const copied = {
      apart: lists[0]?.slice(0, COPIES) ?? [],
      online: lists[1]?.slice(0, COPIES) ?? [],
      same: lists[2]?.slice(0, COPIES) ?? [],
    };
    lists[2]?.push(...copied.apart, ...copied.same);
    lists[0]?.push(...copied.online);
    const queues = lists.map((list) =>
      list
        .map((qr) => ({ qr, place: chance.next() }))
        .sort((a, b) => a.place - b.place)
        .map(({ qr }) => qr),
    );

    await garden.page.evaluate('navigator.serviceWorker.ready.then(() => null)');
    const evening = garden.page.context();
    await evening.setOffline(true);
    await garden.page.getByText(/^Offline since/).waitFor();
    const [one = [], other = [], without = []] = queues;
    const half = Math.floor(without.length / 2);
    const passAll = async (
      pass: (code: string) => Promise<Told>,
      codes: readonly string[],
    ): Promise<Told[]> => {
      const told: Told[] = [];
      for (const code of codes) told.push(await pass(code));
      return told;
    };
    // In the middle of the evening the phone without a network is switched off and on again.
    const gardenEvening = async () => {
      const before = await passAll(garden.pass, without.slice(0, half));
      const { page } = garden;
      const address = page.url();
      const again = await evening.newPage();
      await page.close();
      await again.goto(address);
      await again.getByText(new RegExp(`${half} scans wait here`)).waitFor();
      return {
        page: again,
        told: [...before, ...(await passAll(scannerOf(again).pass, without.slice(half)))],
      };
    };
    const [atNorth, atSouth, atGarden] = await Promise.all([
      passAll(north.pass, one),
      passAll(south.pass, other),
      gardenEvening(),
    ]);
    await evening.setOffline(false);
    await atGarden.page.getByText(`${copied.apart.length} tickets to look at`).waitFor();
    await atGarden.page.getByText(/^\d+ tickets on this phone, as of/).waitFor();

    const told = [...atNorth, ...atSouth, ...atGarden.told];
    const titles = (title: string): number => told.filter((answer) => answer.title === title).length;
    expect(titles('Admitted')).toBe(TICKETS + copied.apart.length);
    expect(titles('Already in')).toBe(copied.online.length + copied.same.length);
    const entries = await service.query(
      `SELECT count(*)::int AS entries FROM scans WHERE event_id = $1 AND result = 'admitted' GROUP BY ticket_id`,
      [doors.id],
    );
    expect(entries.length).toBe(TICKETS);
    expect(entries.filter((row) => row['entries'] === 2).length).toBe(copied.apart.length);
    const { meta } = await shop.client.listScans({ params: { id: doors.id }, query: { conflict: true } });
    expect(meta.total).toBe(copied.apart.length);
    const stats = (await shop.client.getScanStats({ params: { id: doors.id } })).data;
    expect(stats).toMatchObject({ admitted: TICKETS, remaining: 0 });

    const times = told.map(({ ms }) => ms).sort((a, b) => a - b);
    const median = times[Math.floor(times.length / 2)] ?? 0;
    expect(median).toBeLessThanOrEqual(MEDIAN_MS_MAX);
    tell(
      `R19: ${TICKETS} tickets at three doors, ${without.length} scans without a network, the phone switched off in the middle: ${told.length} answers, ${copied.apart.length} let in twice and told, 0 lost; a ticket took ${Math.round(median)} ms, at most ${Math.round(times.at(-1) ?? 0)}`,
    );
    for (const { page } of [north, south]) await page.context().close();
    await evening.close();
  },
);
