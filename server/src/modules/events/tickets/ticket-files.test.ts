import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isThere } from '../../../../../setup/readers.mjs';
import { startService, type TestMerchant, type TestService } from '../../../../test/kit/service.ts';
import { sellTickets } from '../../../../test/kit/sell-tickets.ts';

/** Not so that the server, which runs in this very process, stands still meanwhile. */
const run = promisify(execFile);
let service: TestService;
let shop: TestMerchant;
let folder: string;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
  folder = mkdtempSync(join(tmpdir(), 'cottontree-tickets-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service[Symbol.asyncDispose]();
});

const sell = (input: Partial<Parameters<typeof sellTickets>[1]> = {}) =>
  sellTickets(service, { merchantId: shop.id, ...input });
const read = (path: string): Promise<Response> =>
  fetch(`${service.baseUrl}${path}`, { headers: { authorization: `Bearer ${shop.key}` } });

test("the QR code is an SVG that a reader of others reads as the ticket's text", async () => {
  const {
    ticketIds: [id = ''],
  } = await sell();
  const answer = await read(`/tickets/${id}/qr.svg`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  const svg = Buffer.from(await answer.arrayBuffer());
  expect(svg.toString()).toContain('viewBox="0 0 49 49"');
  const { qr } = (await shop.client.getTicket({ params: { id } })).data;
  const { data, info } = await sharp(svg, { density: 600 })
    .resize(490, 490, { kernel: 'nearest' })
    .flatten({ background: '#fff' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(decodeQr({ width: info.width, height: info.height, data: new Uint8Array(data) })).toBe(qr);
});

test(
  'the picture and the printed page are read by zbarimg',
  { skip: !isThere('zbarimg') || !isThere('pdftoppm') },
  async () => {
    const {
      ticketIds: [id = ''],
    } = await sell();
    const { qr } = (await shop.client.getTicket({ params: { id } })).data;
    writeFileSync(
      join(folder, 'qr.png'),
      await sharp(Buffer.from(await (await read(`/tickets/${id}/qr.svg`)).arrayBuffer()), { density: 600 })
        .flatten({ background: '#fff' })
        .png()
        .toBuffer(),
    );
    writeFileSync(
      join(folder, 'ticket.pdf'),
      Buffer.from(await (await read(`/tickets/${id}/pdf`)).arrayBuffer()),
    );
    await run('pdftoppm', [
      '-r',
      '150',
      '-png',
      '-singlefile',
      join(folder, 'ticket.pdf'),
      join(folder, 'ticket'),
    ]);
    for (const file of ['qr.png', 'ticket.png']) {
      expect((await run('zbarimg', ['-q', '--raw', join(folder, file)])).stdout.trim()).toBe(qr);
    }
  },
);

test('a ticket and an order are PDFs with a page for each ticket that is not void', async () => {
  const { orderId, orderNumber, ticketIds } = await sell({ count: 3 });
  const one = await read(`/tickets/${ticketIds[0] ?? ''}/pdf`);
  expect(one.headers.get('content-disposition')).toBe(`inline; filename="${ticketIds[0] ?? ''}.pdf"`);
  const bytes = Buffer.from(await one.arrayBuffer());
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7');
  expect(
    Buffer.from(await (await read(`/tickets/${ticketIds[0] ?? ''}/pdf`)).arrayBuffer()).equals(bytes),
  ).toBe(true);
  const pagesOf = async (): Promise<number> =>
    (await (await read(`/ticket-orders/${orderId}/tickets.pdf`)).text()).match(/\/Type \/Page\b(?!s)/g)
      ?.length ?? 0;
  expect(await pagesOf()).toBe(3);
  await shop.client.voidTicket({ params: { id: ticketIds[1] ?? '' } });
  expect(await pagesOf()).toBe(2);
  expect((await read(`/ticket-orders/${orderId}/tickets.pdf`)).headers.get('content-disposition')).toContain(
    orderNumber,
  );
});

test(
  'names in Krio stand on the ticket; what no font has becomes a box and never a fault',
  { skip: !isThere('pdftotext') },
  async () => {
    const hostile = `Ŋɛnɛ Kɔrɔma \u202e\u200b\u{1f469}\u200d\u{1f3a4} 中文 ${'W'.repeat(60)}`;
    const {
      ticketIds: [id = ''],
    } = await sell({ holderName: hostile, eventName: '<script>alert(1)</script> '.repeat(7).trim() });
    writeFileSync(
      join(folder, 'hostile.pdf'),
      Buffer.from(await (await read(`/tickets/${id}/pdf`)).arrayBuffer()),
    );
    const text = (await run('pdftotext', [join(folder, 'hostile.pdf'), '-'])).stdout;
    expect(text).toContain('Ŋɛnɛ Kɔrɔma □□ □□');
    expect(text).toContain('<script>alert(1)</script>');
    expect(text).toContain('NLe 250.50');
  },
);

test("the calendar entry has the event's time, place and version, with everything escaped", async () => {
  const {
    eventId,
    orderNumber,
    ticketIds: [id = ''],
  } = await sell({ eventName: 'Jazz; blues, and more' });
  const answer = await read(`/tickets/${id}/ics`);
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const entry = (await answer.text()).replaceAll('\r\n ', '');
  for (const line of [
    `UID:${eventId}@cottontree`,
    'SEQUENCE:1',
    'DTSTART:20941220T180000Z',
    'DTEND:20941220T230000Z',
    'SUMMARY:Jazz\\; blues\\, and more',
    'LOCATION:National Stadium\\, Brookfields\\, Freetown',
    'STATUS:CONFIRMED',
    'METHOD:PUBLISH',
  ]) {
    expect(entry).toContain(`${line}\r\n`);
  }
  expect(entry).toContain(orderNumber);
  await service.query(`UPDATE events SET status = 'cancelled', version = 5 WHERE id = $1`, [eventId]);
  const later = await (await read(`/tickets/${id}/ics`)).text();
  expect(later).toContain('STATUS:CANCELLED');
  expect(later).toContain('SEQUENCE:5');
});

test('what is not there is refused as JSON', async () => {
  const { orderId } = await sell({ count: 0 });
  for (const [path, code] of [
    ['/tickets/tkt_x/qr.svg', 'TICKET_NOT_FOUND'],
    ['/tickets/tkt_x/pdf', 'TICKET_NOT_FOUND'],
    ['/tickets/tkt_x/ics', 'TICKET_NOT_FOUND'],
    ['/ticket-orders/tor_x/tickets.pdf', 'ORDER_NOT_FOUND'],
    [`/ticket-orders/${orderId}/tickets.pdf`, 'TICKET_NOT_FOUND'],
  ] as const) {
    const answer = await read(path);
    expect([answer.status, ((await answer.json()) as { error: { code: string } }).error.code]).toEqual([
      404,
      code,
    ]);
  }
});

test('the link of an order shows its tickets to whoever has it, with PDF and calendar; what was handed on only to its new holder', async () => {
  const { orderId, ticketIds } = await sell({ count: 2, holderName: '<b>Fatmata</b>' });
  const [order] = await service.query('SELECT link_token FROM ticket_orders WHERE id = $1', [orderId]);
  const base = service.baseUrl.replace(/\/v1$/, '');
  const link = `${base}/o/${String(order?.['link_token'])}`;
  const first = (await shop.client.getTicket({ params: { id: ticketIds[0] ?? '' } })).data;
  const page = await fetch(link);
  const text = await page.text();
  expect([page.status, page.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
  expect(text).toContain(first.code);
  expect(text).toContain('&lt;b&gt;Fatmata');
  expect(text).toContain('These tickets are not real and admit nobody.');
  expect(await (await fetch(`${link}?lang=kri`)).text()).toContain('Kip am as PDF');
  const pdf = await fetch(`${link}/tickets.pdf`);
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(await (await fetch(`${link}/event.ics`)).text()).toContain('BEGIN:VEVENT');

  const handedOn = (
    await shop.client.transferTicket({
      params: { id: ticketIds[0] ?? '' },
      body: { name: 'Mariama Sesay', phone: '076 123456' },
    })
  ).data;
  const after = await (await fetch(link)).text();
  expect([
    after.includes(first.code),
    after.includes(handedOn.code),
    after.includes('handed on to Mariama Sesay'),
  ]).toEqual([false, false, true]);
  const [ticket] = await service.query('SELECT link_token FROM tickets WHERE id = $1', [ticketIds[0]]);
  const own = await (await fetch(`${base}/o/${String(ticket?.['link_token'])}`)).text();
  expect(own).toContain(handedOn.code);
  expect(own).not.toContain((await shop.client.getTicket({ params: { id: ticketIds[1] ?? '' } })).data.code);
  await service.query(
    `UPDATE events SET status = 'cancelled' WHERE id = (SELECT event_id FROM ticket_orders WHERE id = $1)`,
    [orderId],
  );
  const cancelled = await (await fetch(link)).text();
  expect(cancelled).toContain('This event was cancelled');
  expect(cancelled).not.toContain('class="qr"');
});

test.each(['x', 'A'.repeat(22), '..%2F..%2Fetc%2Fpasswd', 'A'.repeat(500)])(
  'the link %.30s leads nowhere',
  async (token) => {
    expect((await fetch(`${service.baseUrl.replace(/\/v1$/, '')}/o/${token}`)).status).toBe(404);
  },
);
