import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openParcelPages, type ParcelPages } from '../kit/parcel-pages.ts';

let pages: ParcelPages;
let browser: TestBrowser;

beforeAll(async () => {
  [pages, browser] = await Promise.all([openParcelPages(), openBrowser()]);
});
beforeEach(async () => void (await pages.service.query('DELETE FROM look_up_tries')));
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

const lookUp = (number: string, digits: string) =>
  fetch(`${pages.origin}/track`, { method: 'POST', body: new URLSearchParams({ number, digits }) });

test(
  'a parcel is found by its number and the last four digits of the phone it goes to, and shows little',
  IN_A_BROWSER,
  async () => {
    const made = await pages.parcel('in_transit');
    const { page } = await browser.look(`${pages.origin}/track`, { script: false });
    await page.fill('#number', made.job_number.toLowerCase());
    await page.fill('#digits', '4567');
    await page.click('button:has-text("Find parcel")');
    const text = await page.innerText('main');
    expect(await page.innerText('h1')).toBe('Your parcel is on its way to you');
    expect(text).toContain('Goes to Lumley');
    expect(text).toContain('Courier: Mohamed');
    for (const hidden of ['Kamara', '27 Freetown Road', 'ABC 123', 'NLe', made.delivery_code, 'Hawa', '+232'])
      expect(text).not.toContain(hidden);
    await page.context().close();
  },
);

test('an unknown number and wrong digits get the same answer', IN_A_BROWSER, async () => {
  const { job_number: number } = await pages.parcel();
  const answers = [
    await lookUp('SHP-0000-0000', '4567'),
    await lookUp(number, '0000'),
    await lookUp('nonsense', 'abcd'),
  ];
  const texts = await Promise.all(
    answers.map(async (answer) => (await answer.text()).replaceAll(/ value="[^"]*"/g, '')),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  expect(new Set(texts).size).toBe(1);
  expect(texts[0]).toContain('We do not find a parcel');
});

test(
  'five wrong tries an hour from one address are all, however many come at once; right ones do not count',
  IN_A_BROWSER,
  async () => {
    const { job_number: number } = await pages.parcel();
    for (let right = 0; right < 7; right += 1) expect((await lookUp(number, '4567')).status).toBe(200);
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => lookUp(number, '0000')))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 404)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    const refused = await lookUp(number, '4567');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    pages.service.advance(3_600_000);
    expect((await lookUp(number, '4567')).status).toBe(200);
    pages.service.advance(-3_600_000);
  },
);

test('an hour of tries goes with the one who tries, not with the clock', IN_A_BROWSER, async () => {
  const { job_number: number } = await pages.parcel();
  const MINUTE_MS = 60_000;
  const untilNextHour = 60 * MINUTE_MS - (Date.now() % (60 * MINUTE_MS));
  let movedMs = 0;
  const advance = (ms: number): void => {
    movedMs += ms;
    pages.service.advance(ms);
  };
  advance(untilNextHour - 10 * MINUTE_MS);
  for (let wrong = 0; wrong < 4; wrong += 1) expect((await lookUp(number, '0000')).status).toBe(404);
  advance(20 * MINUTE_MS);
  expect((await lookUp(number, '0000')).status).toBe(404);
  const refused = await lookUp(number, '4567');
  expect(refused.status).toBe(429);
  const waitSeconds = Number(refused.headers.get('retry-after'));
  expect(waitSeconds).toBeGreaterThan(39 * 60);
  expect(waitSeconds).toBeLessThanOrEqual(40 * 60);
  advance(40 * MINUTE_MS);
  for (let wrong = 0; wrong < 4; wrong += 1) expect((await lookUp(number, '0000')).status).toBe(404);
  expect((await lookUp(number, '0000')).status).toBe(429);
  advance(-movedMs);
});

test('a parcel that ended more than thirty days ago is found no more than one that never was', async () => {
  const { job_number: number } = await pages.parcel('cancelled');
  const read = async () => {
    const answer = await lookUp(number, '4567');
    return [answer.status, (await answer.text()).includes('We do not find a parcel')];
  };
  expect(await read()).toEqual([200, false]);
  pages.service.advance(31 * 86_400_000);
  const later = await read();
  pages.service.advance(-31 * 86_400_000);
  expect(later).toEqual([404, true]);
});

test('who tried yesterday is forgotten', IN_A_BROWSER, async () => {
  await lookUp('SHP-0000-0000', '0000');
  pages.service.advance(26 * 3_600_000);
  await pages.service.drain();
  pages.service.advance(-26 * 3_600_000);
  expect(await pages.service.query('SELECT * FROM look_up_tries')).toEqual([]);
});
