import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isThere } from '../../../../../setup/readers.mjs';
import { parcel } from '../../../../test/kit/parcel.ts';
import { picturesOfPdf, readPdf } from '../../../../test/kit/read-pdf.ts';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant({ name: 'Aminata Stores' });
});
afterAll(() => service[Symbol.asyncDispose]());

type Fields = Partial<Parameters<TestMerchant['client']['createDelivery']>[0]['body']>;
const send = async (fields: Fields = {}, by = shop) =>
  (await by.client.createDelivery({ body: { ...parcel, ...fields } })).data;
const ask = (body: object, by = shop) =>
  fetch(`${service.baseUrl}/shipping/labels`, {
    method: 'POST',
    headers: { authorization: `Bearer ${by.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
async function print(body: object, by = shop): Promise<Buffer> {
  const answer = await ask(body, by);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return Buffer.from(await answer.arrayBuffer());
}
const saidOn = (bytes: Buffer): readonly string[] => readPdf(bytes).map((page) => page.join(' '));
/** Points of each page. */
const sizesOf = (bytes: Buffer): readonly string[] =>
  [...bytes.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
    ([, width, height]) => `${Math.round(Number(width))} x ${Math.round(Number(height))}`,
  );

test('a label of 100 by 150 mm says all that a courier has to know, and no code', async () => {
  const sent = await send({
    order_number: 'ORD-1042',
    recipient_name: 'Fatmata Kɔrɔma',
    recipient_phone: '078 234567',
    delivery_address: '27 Freetown Road',
    delivery_landmark: 'Blue gate behind the police station',
    delivery_instructions: 'Call from the junction.',
    package_description: 'Country cloth',
    weight_kg: 1.5,
    fragile: true,
    cod_amount: 1_150.5,
  });
  const bytes = await print({ job_numbers: [sent.job_number] });
  expect(sizesOf(bytes)).toEqual(['283 x 425']);
  const [said = ''] = saidOn(bytes);
  for (const words of [
    'Aminata Stores',
    sent.job_number,
    'Fatmata Kɔrɔma',
    '+232 78 234 567',
    '27 Freetown Road',
    'Landmark: Blue gate behind the police station',
    'Note: Call from the junction.',
    'Order ORD-1042',
    'Country cloth, 1.5 kg',
    'Collect in cash',
    'NLe 1,150.50',
    'FRAGILE',
    'TEST',
    'by Cottontree',
  ])
    expect(said).toContain(words);
  expect([said.includes(sent.pickup_code), said.includes(sent.delivery_code)]).toEqual([false, false]);
  expect(await print({ job_numbers: [sent.job_number] })).toEqual(bytes);
});

test('what costs nothing at the door says so, what goes back or was cancelled does too, in Krio where it is asked for', async () => {
  const sent = await send();
  const lower = sent.job_number.toLowerCase();
  const [plain = ''] = saidOn(await print({ job_numbers: [lower, sent.job_number] }));
  expect(plain).toContain('Nothing to collect');
  expect(plain).not.toContain('CANCELLED');
  await shop.client.cancelDelivery({ params: { jobNumber: sent.job_number }, body: {} });
  const krio = saidOn(await print({ job_numbers: [sent.job_number], lang: 'kri' }));
  expect(krio).toHaveLength(1);
  for (const words of ['Natin nɔ de fɔ kɔlɛkt', 'DƐN DƆN KANSUL', 'TƐST']) expect(krio[0]).toContain(words);
});

test('four labels go on a sheet of A4, from the place that is free, in the order that was asked for', async () => {
  const jobs: string[] = [];
  for (const at of [1, 2, 3, 4, 5]) jobs.push((await send({ order_number: `ORD-${at}` })).job_number);
  const wanted = jobs.toReversed();
  const bytes = await print({ job_numbers: wanted, paper: 'a4', first_place: 3 });
  expect(sizesOf(bytes)).toEqual(['595 x 842', '595 x 842']);
  const numbered = saidOn(bytes).map((said) => said.match(/ORD-\d/g));
  expect(numbered).toEqual([
    ['ORD-5', 'ORD-4'],
    ['ORD-3', 'ORD-2', 'ORD-1'],
  ]);
  expect(sizesOf(await print({ job_numbers: wanted }))).toHaveLength(5);
});

test('the logo is on every label and once in the file; the longest texts stay on their label', async () => {
  const branded = await service.merchant({ name: 'B'.repeat(100) });
  const logo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#7a1f5c' } })
    .png()
    .toBuffer();
  await branded.client.updateBranding({ body: { logo: logo.toString('base64') } });
  const long = {
    recipient_name: 'Fatmata '.repeat(12).trim(),
    delivery_address: 'Long Road '.repeat(29).trim(),
    delivery_landmark: 'behind the gate '.repeat(12).trim(),
    delivery_instructions: 'call '.repeat(55).trim(),
  };
  const jobs = [await send(long, branded), await send({}, branded)].map(({ job_number: number }) => number);
  const bytes = await print({ job_numbers: jobs }, branded);
  expect([sizesOf(bytes).length, picturesOfPdf(bytes)]).toEqual([2, 1]);
});

test.skipIf(!isThere('zbarimg') || !isThere('pdftoppm'))(
  'the code on a label is read by others as the job number, from a label printer and from a sheet',
  async () => {
    const { job_number: jobNumber } = await send();
    const folder = mkdtempSync(join(tmpdir(), 'cottontree-labels-'));
    for (const paper of ['100x150', 'a4']) {
      writeFileSync(join(folder, 'label.pdf'), await print({ job_numbers: [jobNumber], paper }));
      // As coarse as the cheapest label printers are.
      spawnSync('pdftoppm', ['-r', '203', '-png', join(folder, 'label.pdf'), join(folder, paper)]);
      const { stdout } = spawnSync('zbarimg', ['-q', '--raw', join(folder, `${paper}-1.png`)], {
        encoding: 'utf8',
      });
      expect([paper, stdout.trim()]).toEqual([paper, jobNumber]);
    }
    rmSync(folder, { recursive: true });
  },
);

test('one number that is not there refuses all of them by name, as does one of another merchant', async () => {
  const [own, other] = [await send(), await send({}, await service.merchant())];
  for (const missing of ['SHP-AAAA-AAAA', 'not a number', other.job_number]) {
    const answer = await ask({ job_numbers: [own.job_number, missing] });
    const { error } = (await answer.json()) as { error: { code: string; message: string } };
    expect([answer.status, error.code]).toEqual([404, 'DELIVERY_NOT_FOUND']);
    expect(error.message).toContain(missing);
  }
});

test('a hundred labels are printed at once, and one more is refused', async () => {
  const { job_number: jobNumber } = await send();
  const more = Array.from({ length: 101 }, () => jobNumber);
  const answer = await ask({ job_numbers: more });
  expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
    400,
    'TOO_MANY_ITEMS',
  ]);
  expect(sizesOf(await print({ job_numbers: more.slice(1) }))).toHaveLength(1);
});
