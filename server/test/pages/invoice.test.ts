import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { readPdf } from '../kit/read-pdf.ts';
import { openShopPages, type ShopPages } from '../kit/shop-pages.ts';

let pages: ShopPages;
let browser: TestBrowser;
const PERSON = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';

beforeAll(async () => {
  browser = await openBrowser();
  pages = await openShopPages();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(pages.origin + path, {
    headers: { accept: 'text/html', 'user-agent': PERSON, ...headers },
    redirect: 'manual',
  });
const textOf = async (path: string) => (await get(path)).text();
const nonceOf = async (path: string) =>
  /name="nonce" value="([\w-]{22})"/.exec(await textOf(path))?.[1] ?? '';
const read = async (id: string) => (await pages.shop.client.getInvoice({ params: { id } })).data;
const paymentsOf = async (id: string) =>
  (await pages.shop.client.listPayments({ query: { invoice_id: id } as never })).data.filter(
    (payment) => payment.invoice_id === id,
  );

describe('whoever has the link of an invoice', IN_A_BROWSER, () => {
  test.each([
    ['with script', true],
    ['without script', false],
  ])('reads it and pays it, %s', async (_how, script) => {
    const invoice = await pages.invoice();
    const { page, complaints } = await browser.look(pages.origin + invoice.path, { script });
    expect(await page.innerText('h1')).toContain('NLe 552.00');
    for (const text of [
      'Posters, A2',
      '20 × NLe 15.00',
      'GST 15 %',
      'Fatmata Koroma',
      'PO-77',
      'Goods remain ours until they are paid.',
      'You can leave this page and come back: nothing gets lost.',
    ])
      expect(await page.innerText('main')).toContain(text);
    await page.fill('#wallet', '00 000001');
    await page.click('button:has-text("Pay NLe 552.00")');
    await page.waitForURL(/\/pay\/[\w-]{22}/);
    await page.click('button:has-text("Approve")');
    await page.getByRole('heading', { level: 1, name: 'Paid' }).waitFor();
    expect(complaints).toEqual([]);
    await page.context().close();
    expect(await read(invoice.id)).toMatchObject({ status: 'paid', amount_due: 0 });
    expect(await textOf(invoice.path)).toContain('This invoice is paid');
  });

  test.each([
    ['NLe 525.00', 525],
    ['NLe 5,250.00', 5_250],
    ['NLe 45,960.60', 45_960.6],
    ['NLe 445,960.60', 445_960.6],
    ['NLe 9,999,989,996.67', 9_999_989_996.67],
  ])('reads %s in one line on a small phone', async (sum, unit_price) => {
    const invoice = await pages.invoice({ items: [{ description: 'Posters', unit_price, tax_rate: 0 }] });
    const { page } = await browser.look(pages.origin + invoice.path);
    await page.setViewportSize({ width: 360, height: 780 });
    expect(await page.innerText('.sum')).toBe(sum);
    expect(
      await page.evaluate(
        // The sign is smaller than the figures, so their tops tell no lines apart.
        `(() => { const sum = document.querySelector('.sum'); return Math.round(sum.getBoundingClientRect().height / parseFloat(getComputedStyle(sum).lineHeight)); })()`,
      ),
    ).toBe(1);
    await page.context().close();
  });

  test('pays the deposit first, then the rest, or a part where that is allowed', async () => {
    const invoice = await pages.invoice({
      deposit: { percent: 50, due_days: 3 },
      allow_partial_payment: true,
      min_partial_amount: 20,
    });
    for (const [form, amount] of [
      [{ amount: 'deposit' }, 276],
      [{ amount: 'full' }, 552],
      [{ amount: 'other', own_amount: 'NLe 100.5' }, 100.5],
      [{ amount: 'other', own_amount: '25,50' }, 25.5],
    ] as const) {
      const answer = await pages.post(invoice.path, {
        nonce: await nonceOf(invoice.path),
        channel: 'card',
        ...form,
      });
      expect(answer.status).toBe(303);
      expect((await paymentsOf(invoice.id))[0]?.amount).toBe(amount);
    }
    for (const [own, sentence] of [
      ['5', 'At least NLe 20.00'],
      ['900', 'At most NLe 552.00'],
      ['1x', 'as a number'],
      ['', 'how much'],
    ] as const) {
      const answer = await pages.post(invoice.path, {
        nonce: await nonceOf(invoice.path),
        channel: 'card',
        amount: 'other',
        own_amount: own,
      });
      expect([answer.status, (await answer.text()).includes(sentence)]).toEqual([400, true]);
    }
  });

  test('cannot pay a part where that is not allowed, nor by a way that is not offered', async () => {
    const invoice = await pages.invoice({ accepted_channels: ['card'] });
    expect(await textOf(invoice.path)).not.toContain('mobile_money');
    for (const form of [
      { amount: 'other', own_amount: '10', channel: 'card' },
      { amount: 'deposit', channel: 'card' },
      { amount: 'full', channel: 'mobile_money', wallet: '00 000001' },
    ]) {
      expect((await pages.post(invoice.path, { nonce: await nonceOf(invoice.path), ...form })).status).toBe(
        400,
      );
    }
    expect(await paymentsOf(invoice.id)).toEqual([]);
  });

  test('begins one payment, however often the form is sent', async () => {
    const invoice = await pages.invoice();
    const form = { nonce: await nonceOf(invoice.path), channel: 'card', amount: 'full' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => pages.post(invoice.path, form)));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.headers.get('location')}`)).size).toBe(
      1,
    );
    expect(await paymentsOf(invoice.id)).toHaveLength(1);
  });

  test('pays what the button said, or is asked again: not what is due since', async () => {
    const invoice = await pages.invoice();
    const text = await textOf(invoice.path);
    const full = /name="full" value="(\d+)"/.exec(text)?.[1] ?? '';
    expect(full).toBe('55200');
    const form = { nonce: await nonceOf(invoice.path), channel: 'card', amount: 'full', full };
    await pages.shop.client.payInvoice({
      params: { id: invoice.id },
      body: { channel: 'cash', amount: 200 },
    });
    const overtaken = await pages.post(invoice.path, form);
    const shown = await overtaken.text();
    expect([overtaken.status, shown]).toEqual([422, expect.stringContaining('paid or changed')]);
    expect(shown).toContain('Pay NLe 352.00');
    expect((await paymentsOf(invoice.id)).map(({ channel }) => channel)).toEqual(['cash']);
  });

  test('is told honestly that it is void, or paid meanwhile', async () => {
    const voided = await pages.invoice();
    const nonce = await nonceOf(voided.path);
    await pages.shop.client.voidInvoice({ params: { id: voided.id }, body: {} });
    const text = await textOf(voided.path);
    expect([text.includes('This invoice was voided'), text.includes('<form method="post"')]).toEqual([
      true,
      false,
    ]);
    const late = await pages.post(voided.path, { nonce, channel: 'card', amount: 'full' });
    expect([late.status, (await late.text()).includes('This invoice was voided')]).toEqual([400, true]);
  });

  test('gets it as PDF', async () => {
    const invoice = await pages.invoice();
    const answer = await get(new URL(invoice.pdf_url ?? '').pathname);
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('content-disposition'),
    ]).toEqual([200, 'application/pdf', `inline; filename="${invoice.number}.pdf"`]);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  test('gets a receipt as soon as something is paid, and none before', async () => {
    const invoice = await pages.invoice();
    const receipt = async () => await get(`${invoice.path}/receipt.pdf`);
    expect([(await receipt()).status, (await textOf(invoice.path)).includes('receipt.pdf')]).toEqual([
      404,
      false,
    ]);
    await pages.shop.client.payInvoice({
      params: { id: invoice.id },
      body: { channel: 'external', external_ref: 'MP-1' },
    });
    const text = await textOf(invoice.path);
    expect([
      text.includes('This invoice is paid'),
      text.includes(`${new URL(invoice.hosted_url ?? '').pathname}/receipt.pdf`),
    ]).toEqual([true, true]);
    const answer = await receipt();
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
      200,
      `inline; filename="${invoice.number}-receipt.pdf"`,
    ]);
    const said = readPdf(Buffer.from(await answer.arrayBuffer())).flat();
    for (const one of ['Receipt', 'For invoice', invoice.number, 'Received', 'Nothing is left to pay.'])
      expect(said).toContain(one);
    expect(said).not.toContain('Pay online');
  });

  test('reads it in Krio, and sees foreign text as text', async () => {
    const invoice = await pages.invoice({
      items: [{ description: '<script>alert(1)</script>', unit_price: 1 }],
      notes: '<img src=x onerror=alert(1)>',
      customer: { name: '"><b>x' },
    });
    const text = await textOf(`${invoice.path}?lang=kri`);
    expect(text).toContain('Duya pe bifo');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<img src=x');
  });
});

test(
  'an invoice keeps its heading whole beside a long name, on the smallest phone too',
  IN_A_BROWSER,
  async () => {
    const customer = { name: 'Abubakarr Koroma-Williams of the Freetown Cooperative of Fishers and Traders' };
    const invoice = await pages.invoice({ customer });
    const { page } = await browser.look(pages.origin + invoice.path);
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const lines = await page.evaluate(`(() => {
      const title = document.querySelector('.paper-head h2');
      return title.getBoundingClientRect().height / parseFloat(getComputedStyle(title).fontSize);
    })()`);
      expect(lines).toBeLessThan(2);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
    await page.context().close();
  },
);

describe('that an invoice was opened', IN_A_BROWSER, () => {
  const toldViews = async (id: string) => {
    await pages.service.drain();
    return (
      await pages.service.query(
        `SELECT event FROM webhook_messages WHERE entity = $1 AND event = 'invoice.viewed'`,
        [id],
      )
    ).length;
  };

  test('by a person is written down and told once', async () => {
    const invoice = await pages.invoice();
    await Promise.all(Array.from({ length: 5 }, () => get(invoice.path)));
    expect((await read(invoice.id)).viewed_at).toEqual(expect.any(String));
    expect(await toldViews(invoice.id)).toBe(1);
  });

  test.each([
    ['a link preview of WhatsApp', { 'user-agent': 'WhatsApp/2.23.20.0' }],
    [
      'a link preview of Facebook',
      { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' },
    ],
    [
      'a search engine',
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    ['a browser that fetches ahead', { purpose: 'prefetch' }],
    ['a newer browser that fetches ahead', { 'sec-purpose': 'prefetch;prerender' }],
  ])('by %s does not count', async (_who, headers) => {
    const invoice = await pages.invoice();
    expect((await get(invoice.path, headers)).status).toBe(200);
    expect((await read(invoice.id)).viewed_at).toBe(null);
  });

  test('only to see whether it is there does not count', async () => {
    const invoice = await pages.invoice();
    expect(
      (await fetch(pages.origin + invoice.path, { method: 'HEAD', headers: { 'user-agent': PERSON } }))
        .status,
    ).toBe(200);
    expect((await read(invoice.id)).viewed_at).toBe(null);
  });
});

test('a draft has no page, and neither has a guess', IN_A_BROWSER, async () => {
  const { id } = await pages.invoice({ finalize: false }).catch(
    async () =>
      (
        await pages.shop.client.createInvoice({
          body: { customer: { name: 'Somebody' }, items: [{ description: 'Work', unit_price: 1 }] },
        })
      ).data,
  );
  const [row] = await pages.service.query('SELECT page_token FROM invoices WHERE id = $1', [id]);
  for (const token of [
    String(row?.['page_token']),
    'A'.repeat(22),
    'x',
    '..%2F..%2Fetc%2Fpasswd',
    'A'.repeat(500),
  ])
    expect((await get(`/i/${token}`)).status).toBe(404);
});
