import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openDoorApp, waitForTickets } from '../kit/door-app.ts';
import { openDoors, type Doors } from '../kit/doors.ts';
import { writeFilm } from '../kit/film.ts';
import { readKept } from '../kit/read-kept.ts';
import { startService, type TestMerchant, type TestService } from '../kit/service.ts';

let service: TestService;
let browser: TestBrowser;
let shop: TestMerchant;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  shop = await service.merchant({ name: 'Salone Nights', livemode: true });
  await service.query('UPDATE merchants SET reads_per_second = 100000, writes_per_second = 100000');
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const QUESTIONS = '**/v1/public/events/*/scans';
const openEvent = (name: string, more = {}): Promise<Doors> =>
  openDoors(service, shop, { name, scan_policy: { gates: ['North', 'South'] }, ...more });
const scansOf = async (eventId: string) =>
  (await shop.client.listScans({ params: { id: eventId }, query: { limit: 100 } })).data;

test(
  'a fault of the phone keeps one ticket waiting, and not all that come after it',
  IN_A_BROWSER,
  async () => {
    const doors = await openEvent('Faults');
    const [one] = await doors.buy(1);
    const { page, scan, pass, next } = await openDoorApp({
      browser,
      service,
      shop,
      eventId: doors.id,
      gate: 'North',
    });
    await page.evaluate(`{ const get = IDBObjectStore.prototype.get; window.mend = () => { IDBObjectStore.prototype.get = get; };
    IDBObjectStore.prototype.get = () => { throw new DOMException('broken', 'UnknownError'); }; }`);
    expect(await scan(one?.qr ?? '')).toMatchObject({ title: 'Try again' });
    await page.evaluate('window.mend()');
    await next();
    expect(await pass(one?.qr ?? '')).toMatchObject({ title: 'Admitted' });
    await page.context().close();
  },
);

test(
  'who presses twice lets one person in, and nobody is told to be in already; an answer comes before a menu',
  IN_A_BROWSER,
  async () => {
    const doors = await openEvent('Quick hands');
    await doors.buy(1, { name: 'Foday Sesay' });
    const [other] = await doors.buy(1);
    const { page, scan, next } = await openDoorApp({
      browser,
      service,
      shop,
      eventId: doors.id,
      gate: 'North',
    });
    await page.route(QUESTIONS, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      await route.continue();
    });
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByLabel('Name, phone, order or e-mail').fill('sesay');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('button', { name: 'Let in' }).dblclick();
    await page.getByRole('heading', { name: 'Admitted' }).waitFor();
    await page.locator('.answer').waitFor({ state: 'detached', timeout: 15_000 });
    expect((await scansOf(doors.id)).map(({ result }) => result)).toEqual(['admitted']);
    await page.unroute(QUESTIONS);

    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await scan(other?.qr ?? '')).toMatchObject({ title: 'Admitted' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await next();
    await page.getByRole('dialog').waitFor();
    await page.context().close();
  },
);

test('where one of several was let in without an answer, fewer are still fewer', IN_A_BROWSER, async () => {
  const doors = await openEvent('Tables', {
    ticket_types: [{ name: 'VIP table', price: 200, quantity_available: 9, admits: 3 }],
  });
  const [table] = await doors.buy(1);
  const { page, scan } = await openDoorApp({ browser, service, shop, eventId: doors.id, gate: 'North' });
  // As long as it is looked at.
  await page.evaluate(
    '{ const later = window.setTimeout; window.setTimeout = (run, ms) => (ms === 4000 ? 0 : later(run, ms)); }',
  );
  let asked = 0;
  await page.route(QUESTIONS, async (route) => {
    asked += 1;
    const isLost = asked === 2;
    const response = await route.fetch();
    await (isLost ? route.abort() : route.fulfill({ response }));
  });
  expect(await scan(table?.qr ?? '')).toMatchObject({ title: 'Admit 3' });
  const insideOf = async () => (await shop.client.getScanStats({ params: { id: doors.id } })).data.inside;
  await expect.poll(insideOf).toBe(3);
  await page.getByRole('button', { name: 'Fewer came' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '1', exact: true }).click();
  await page.locator('.answer').waitFor({ state: 'detached' });
  expect(await insideOf()).toBe(1);
  await page.context().close();
});

test('a phone that leaves an event keeps neither its tickets nor who was let in', IN_A_BROWSER, async () => {
  const doors = await openEvent('Left', {});
  const [ticket] = await doors.buy(1, { name: 'Isatu Sesay' });
  const { page, pass } = await openDoorApp({ browser, service, shop, eventId: doors.id, gate: 'North' });
  expect(await pass(ticket?.qr ?? '')).toMatchObject({ title: 'Admitted' });
  expect(await readKept(page)).toContain('Isatu Sesay');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'End at this event' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End at this event' }).click();
  await page.getByLabel('Pairing code').waitFor();
  const kept = await readKept(page);
  for (const gone of ['Isatu Sesay', '"hash"', doors.typeId, 'scannerToken'])
    expect(kept, gone).not.toContain(gone);
  await page.context().close();
});

test('while something is asked the camera lets nobody in unseen', IN_A_BROWSER, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cottontree-film-'));
  const doors = await openEvent('Unseen', { re_entry: 'unlimited' });
  const [ticket] = await doors.buy(1);
  await writeFilm(join(folder, 'ticket.y4m'), ticket?.qr ?? '');
  await using filmed = await openBrowser({ film: join(folder, 'ticket.y4m') });
  const { data } = await shop.client.createScannerDevice({
    params: { id: doors.id },
    body: { name: 'Door' },
  });
  const { page } = await filmed.look('about:blank');
  let arrive = (): void => undefined;
  const gatesAreKnown = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/scan-manifest*', (route) => gatesAreKnown.then(() => route.continue()));
  await page.goto(`${new URL(service.baseUrl).origin}/scan#pair=${data.pairing_code}`);
  const hasSeen = (seconds: number): Promise<void> =>
    expect.poll(() => page.evaluate(`document.querySelector("video")?.currentTime > ${seconds}`)).toBe(true);
  // On a weak network the camera works long before it is known which gates there are.
  await hasSeen(3);
  expect(await scansOf(doors.id)).toEqual([]);
  arrive();
  await waitForTickets(page);
  const north = page.getByRole('dialog').getByRole('button', { name: 'North gate' });
  await north.waitFor();
  await hasSeen(6);
  // An answer goes by itself: on a busy machine before anybody has looked.
  await page.evaluate(
    `window.answers = new Set(); new MutationObserver(() => document.querySelectorAll('h1, h2').forEach((one) => answers.add(one.textContent))).observe(document, { subtree: true, childList: true, characterData: true })`,
  );
  await north.click();
  await expect.poll(() => page.evaluate('[...answers]')).toContain('Admitted');
  const gates = (await scansOf(doors.id)).map(({ gate }) => gate);
  expect(gates.length).toBeGreaterThan(0);
  expect(gates.every((gate) => gate === 'North')).toBe(true);
  // Another app takes the camera, and gives it back: this one does not stand still.
  await page.evaluate(
    `{ const [track] = document.querySelector('video').srcObject.getTracks(); track.stop(); track.dispatchEvent(new Event('ended')); }`,
  );
  await expect
    .poll(() => page.evaluate(`document.querySelector('video').srcObject?.getTracks()[0].readyState`))
    .toBe('live');
  await page.context().close();
  await rm(folder, { recursive: true });
});

test(
  'a phone that is to decide first asks the server as long as it has not all tickets',
  IN_A_BROWSER,
  async () => {
    const doors = await openEvent('Ten thousand', {
      scan_policy: { gates: ['North', 'South'], mode: 'offline_first' },
    });
    const [ticket] = await doors.buy(1);
    const app = await openDoorApp({ browser, service, shop, eventId: doors.id, gate: 'North' });
    const { page, pass } = app;
    // As it was when the network went in the middle of fetching them.
    await page.route('**/v1/public/events/*/scan-manifest*', (route) => route.abort());
    await page.evaluate(`new Promise((done, fail) => {
      const open = indexedDB.open('cottontree-door-${doors.id}');
      open.onerror = fail;
      open.onsuccess = () => {
        const tx = open.result.transaction('notes', 'readwrite');
        const notes = tx.objectStore('notes');
        notes.get('head').onsuccess = ({ target }) => notes.put({ ...target.result, isWhole: false }, 'head');
        tx.oncomplete = () => { open.result.close(); done(); };
      };
    })`);
    await page.reload();
    await page.getByText(/^Fetching tickets/).waitFor();
    expect(await pass(ticket?.qr ?? '')).toMatchObject({ title: 'Admitted' });
    await page.context().close();
  },
);

test(
  'a phone that decides first asks the server about a ticket that was sold since it heard of them last, and about no other',
  IN_A_BROWSER,
  async () => {
    const doors = await openEvent('Walk-ups', {
      scan_policy: { gates: ['North', 'South'], mode: 'offline_first', unverified: 'refuse' },
    });
    const [known] = await doors.buy(1);
    const app = await openDoorApp({ browser, service, shop, eventId: doors.id, gate: 'North' });
    const { page, pass } = app;
    await page.route('**/v1/public/events/*/scan-manifest*', (route) => route.abort());
    let asked = 0;
    page.on('request', (request) => (asked += request.url().endsWith('/scans') ? 1 : 0));
    const [late, alone] = await doors.buy(2, { name: 'Mabinty Conteh' });
    expect(await pass(known?.qr ?? '')).toMatchObject({ title: 'Admitted' });
    expect(asked).toBe(0);
    expect(await pass(late?.qr ?? '')).toMatchObject({ title: 'Admitted' });
    expect(asked).toBe(1);
    // Where nobody can be asked it is as the shop decided.
    await page.context().setOffline(true);
    await page.getByText(/^Offline since/).waitFor();
    expect((await pass(alone?.qr ?? '')).title).not.toBe('Admitted');
    await page.context().close();
  },
);

test(
  'a door that is loaded anew without a network tells since when it has none, not since when it was loaded',
  IN_A_BROWSER,
  async () => {
    const doors = await openEvent('Since then');
    const { page } = await openDoorApp({ browser, service, shop, eventId: doors.id, gate: 'North' });
    const told = page.getByText(/^Offline since/);
    await page.clock.install();
    await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
    await page.context().setOffline(true);
    const since = async (): Promise<string | undefined> =>
      /since \d\d:\d\d/.exec(await told.innerText())?.[0];
    const first = await since();
    const noted = (): Promise<unknown> =>
      page.evaluate(`new Promise((resolve, reject) => {
        const opening = indexedDB.open('cottontree-door-${doors.id}');
        opening.onerror = reject;
        opening.onsuccess = () => {
          const asked = opening.result.transaction('notes').objectStore('notes').get('offlineSinceMs');
          asked.onsuccess = () => resolve((opening.result.close(), asked.result));
        };
      })`);
    await expect.poll(noted).toEqual(expect.any(Number));
    await page.clock.fastForward('40:00');
    await page.reload();
    expect(await since()).toBe(first);

    // What was heard after such a time has ended it, also where nobody noted that.
    await page.evaluate(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('cottontree-door-${doors.id}');
      opening.onerror = reject;
      opening.onsuccess = () => {
        const tx = opening.result.transaction('notes', 'readwrite');
        tx.objectStore('notes').put(Date.now() - 86_400_000 - 3_600_000, 'offlineSinceMs');
        tx.oncomplete = () => resolve(opening.result.close());
      };
    })`);
    const loadedAt = await page.evaluate<string>(`new Date().toTimeString().slice(0, 4)`);
    await page.reload();
    expect((await since())?.slice(6, 10)).toBe(loadedAt);
    await page.context().close();
  },
);

test('who is let in while the figures of all doors are asked for counts once', IN_A_BROWSER, async () => {
  const doors = await openEvent('Slow figures');
  const [one] = await doors.buy(2, { name: 'Alpha Koroma' });
  const app = await openDoorApp({ browser, service, shop, eventId: doors.id, gate: 'North' });
  const { page, pass } = app;
  const inside = page.getByText('inside', { exact: true }).locator('xpath=following-sibling::dd');
  await inside.getByText('0', { exact: true }).waitFor();
  // The question lies somewhere on the way while the ticket passes; what is asked after it stays there.
  const asked: (() => Promise<void>)[] = [];
  await page.route('**/scan-stats', (route) => void asked.push(() => route.continue()));
  while (asked.length === 0) await page.evaluate(FRAME);
  expect(await pass(one?.qr ?? '')).toMatchObject({ title: 'Admitted' });
  const answered = page.waitForResponse('**/scan-stats');
  await asked[0]?.();
  await (await answered).finished();
  for (let frames = 0; frames < 10; frames += 1) await page.evaluate(FRAME);
  expect(await inside.innerText()).toBe('1');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await inside.getByText('1', { exact: true }).waitFor();
  await page.context().close();
});

const FRAME = 'new Promise((resolve) => requestAnimationFrame(resolve))';

test(
  'a camera that is refused or taken says what to do, and is tried again on a press',
  IN_A_BROWSER,
  async () => {
    const doors = await openEvent('No picture');
    const { page } = await openDoorApp({ browser, service, shop, eventId: doors.id, gate: 'North' });
    const fault = page.locator('.cam-fault');
    const meetWith = (camera: string): Promise<unknown> =>
      page.evaluate(`navigator.mediaDevices.getUserMedia = async () => { ${camera} }`);
    const again = page.getByRole('button', { name: 'Try the camera again' });
    await meetWith(`throw new DOMException('', 'NotAllowedError')`);
    await again.click();
    await fault.getByText('This page may not use the camera.').waitFor();
    await meetWith(`throw new DOMException('', 'NotReadableError')`);
    await again.click();
    await fault.getByText('Another app has the camera.').waitFor();
    await meetWith(`return document.createElement('canvas').captureStream()`);
    await again.click();
    await fault.waitFor({ state: 'detached' });
    await page.context().close();
  },
);
