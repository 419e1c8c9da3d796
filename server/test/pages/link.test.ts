import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateMerchant } from '../../src/modules/merchants/index.ts';
import { IN_A_BROWSER, openBrowser, type TestBrowser } from '../kit/browser.ts';
import { openShopPages, type ShopPages } from '../kit/shop-pages.ts';

let pages: ShopPages;
let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
  pages = await openShopPages();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

const get = (path: string) =>
  fetch(pages.origin + path, { headers: { accept: 'text/html' }, redirect: 'manual' });
const nonceOf = async (path: string) =>
  /name="nonce" value="([\w-]{22})"/.exec(await (await get(path)).text())?.[1] ?? '';
const paymentsOf = async (id: string) =>
  (await pages.shop.client.listPayments({ query: { payment_link_id: id } })).data;

describe('whoever has a payment link', IN_A_BROWSER, () => {
  test.each([
    ['with script', true],
    ['without script', false],
  ])('pays what it asks for, %s', async (_how, script) => {
    const link = await pages.link({
      collect: { name: 'required', phone: 'required' },
      custom_fields: [{ key: 'pupil', label: 'Name of the pupil', type: 'text', required: true }],
      success_message: 'The bursar has been told.',
    });
    const { page, complaints } = await browser.look(pages.origin + link.path, { script });
    expect(await page.innerText('h1')).toContain('NLe 350.00');
    expect(await page.innerText('main')).toContain(
      'You can leave this page and come back: nothing gets lost.',
    );
    await page.fill('#name', 'Fatmata Koroma');
    await page.fill('#phone', '076 555010');
    await page.fill('#field_pupil', 'Isata Koroma');
    await page.click('button:has-text("Pay NLe 350.00")');
    await page.waitForURL(/\/pay\/[\w-]{22}/);
    await page.click('button:has-text("Approve")');
    await page.getByRole('heading', { level: 1, name: 'Paid' }).waitFor();
    expect(await page.innerText('main')).toContain('The bursar has been told.');
    expect(complaints).toEqual([]);
    await page.context().close();
    expect(await paymentsOf(link.id)).toMatchObject([
      {
        status: 'succeeded',
        amount: 350,
        channel: 'mobile_money',
        customer: { name: 'Fatmata Koroma', phone: '+23276555010' },
        metadata: { pupil: 'Isata Koroma' },
      },
    ]);
  });

  test('is asked nothing where nobody could take the money', async () => {
    const { client } = await pages.service.merchant({ livemode: true });
    const { data: link } = await client.createPaymentLink({
      body: { title: 'School fees', amount: 350, collect: { name: 'required' } },
    });
    const { page, complaints } = await browser.look(link.url);
    expect(await page.innerText('main')).toContain('Nobody takes payments here at the moment.');
    expect(await page.locator('main :is(input, button)').count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('pays with nothing but a keyboard', async () => {
    const link = await pages.link({ collect: { name: 'required' } });
    const { page } = await browser.look(pages.origin + link.path);
    const focused = () =>
      page.evaluate(
        'document.activeElement.name || document.activeElement.className || document.activeElement.textContent',
      );
    for (let tabs = 0; (await focused()) !== 'name' && tabs < 20; tabs += 1) await page.keyboard.press('Tab');
    await page.keyboard.type('Fatmata Koroma');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('channel');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    expect(await focused(), 'the wallet is not asked for where the card is chosen').toContain('button');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/pay\//);
    await page.context().close();
    expect(await paymentsOf(link.id)).toMatchObject([
      { channel: 'card', customer: { name: 'Fatmata Koroma' } },
    ]);
  });

  test('names the amount where the link is open: a suggested one, or an own one as people write it', async () => {
    const link = await pages.link({
      type: 'open',
      amount: undefined,
      min_amount: 10,
      max_amount: 5_000,
      suggested_amounts: [50, 100],
    });
    for (const [form, amount] of [
      [{ amount: '100' }, 100],
      [{ amount: 'other', own_amount: 'NLe 1,250.50' }, 1_250.5],
      [{ amount: 'other', own_amount: '75,5' }, 75.5],
      [{ own_amount: '20' }, 20],
    ] as const) {
      const answer = await pages.post(link.path, {
        nonce: await nonceOf(link.path),
        channel: 'card',
        ...form,
      });
      expect(answer.status).toBe(303);
      expect((await paymentsOf(link.id))[0]?.amount).toBe(amount);
    }
  });

  test('is asked again for an amount that may be meant in two ways, and pays nothing', async () => {
    const link = await pages.link({ type: 'open', amount: undefined });
    const nonce = await nonceOf(link.path);
    const answer = await pages.post(link.path, { nonce, channel: 'card', own_amount: '1.500' });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('Please write the amount as a number, for example 150 or 150.50.'),
    ]);
    await pages.post(link.path, { nonce, channel: 'card', own_amount: '.50' });
    expect((await paymentsOf(link.id)).map(({ amount }) => amount)).toEqual([0.5]);
  });

  test('pays the own amount that was written where its field cannot be hidden, as in a browser without :has', async () => {
    const link = await pages.link({ type: 'open', amount: undefined, suggested_amounts: [50, 100] });
    const { page } = await browser.look(pages.origin + link.path);
    await page.evaluate('for (const sheet of document.styleSheets) sheet.disabled = true');
    await page.fill('#own_amount', '20');
    await page.check('input[value=card]');
    await page.click('button:has-text("Pay")');
    await page.waitForURL(/\/pay\//);
    await page.context().close();
    expect((await paymentsOf(link.id)).map(({ amount }) => amount)).toEqual([20]);
  });

  test("chooses in a browser without :has or script as well, for the wallet's number is always there", async () => {
    const { path } = await pages.link();
    const text = await (await get(path)).text();
    expect(text).toContain('name="wallet"');
    expect(text).not.toContain('hidden class="wallet"');
  });

  test('pays once, however often the form is sent', async () => {
    const link = await pages.link({ max_uses: 5 });
    const form = { nonce: await nonceOf(link.path), channel: 'card' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => pages.post(link.path, form)));
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.headers.get('location')}`)).size).toBe(
      1,
    );
    expect(answers[0]?.status).toBe(303);
    expect(await paymentsOf(link.id)).toHaveLength(1);
  });

  test('sends the form again after a slow page was stopped', async () => {
    const link = await pages.link();
    const { page } = await browser.look(pages.origin + link.path);
    await page.check('input[value=card]');
    await page.route('**/l/*', (route) => route.abort('aborted'));
    const button = page.getByRole('button', { name: 'Pay NLe 350.00' });
    const stopped = page.waitForEvent('requestfailed');
    await button.click({ noWaitAfter: true });
    await stopped;
    await page.unroute('**/l/*');
    await expect
      .poll(
        async () => {
          await button.click({ noWaitAfter: true, timeout: 500 }).catch(() => undefined);
          return page.url();
        },
        { timeout: 15_000, interval: 1_000 },
      )
      .toMatch(/\/pay\//);
    await page.context().close();
    expect(await paymentsOf(link.id)).toHaveLength(1);
  });

  test('pays what the button said, or is asked again: never an amount that was changed meanwhile', async () => {
    const link = await pages.link();
    const shown = async () => {
      const text = await (await get(link.path)).text();
      return Object.fromEntries(
        [...text.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [
          name,
          value,
        ]),
      ) as Record<string, string>;
    };
    const before = { ...(await shown()), channel: 'card' };
    const paid = await pages.post(link.path, before);
    const fresh = { ...(await shown()), channel: 'card' };
    await pages.shop.client.updatePaymentLink({ params: { id: link.id }, body: { amount: 700 } });
    const refused = await pages.post(link.path, fresh);
    const text = await refused.text();
    expect([refused.status, text]).toEqual([422, expect.stringContaining('The amount has changed.')]);
    expect(text).toContain('Pay NLe 700.00');
    expect((await paymentsOf(link.id)).map(({ amount }) => amount)).toEqual([350]);
    const again = await pages.post(link.path, before);
    expect(again.headers.get('location'), 'what was begun before is found').toBe(
      paid.headers.get('location'),
    );
    expect((await pages.post(link.path, { ...(await shown()), channel: 'card' })).status).toBe(303);
    expect((await paymentsOf(link.id)).map(({ amount }) => amount)).toEqual([700, 350]);
  });

  test('pays once by a double click', async () => {
    const link = await pages.link();
    const { page } = await browser.look(pages.origin + link.path);
    await page.check('input[value=card]');
    await page.dblclick('button:has-text("Pay NLe 350.00")');
    await page.waitForURL(/\/pay\//);
    await page.context().close();
    expect(await paymentsOf(link.id)).toHaveLength(1);
  });

  test('goes back, changes the amount and pays that', async () => {
    const link = await pages.link({ type: 'open', amount: undefined });
    const { page } = await browser.look(pages.origin + link.path);
    await page.fill('#own_amount', '20');
    await page.check('input[value=card]');
    await page.click('button:has-text("Pay")');
    await page.waitForURL(/\/pay\//);
    await page.goBack();
    await page.fill('#own_amount', '30');
    await page.check('input[value=card]');
    await page.click('button:has-text("Pay")');
    await page.waitForURL(/\/pay\//);
    expect(await page.innerText('h1')).toContain('NLe 30.00');
    await page.context().close();
    expect((await paymentsOf(link.id)).map(({ amount }) => amount)).toEqual([30, 20]);
  });

  test('goes back to what was refused, which is as it was and sends nothing again', async () => {
    const link = await pages.link({ type: 'open', amount: undefined });
    const { page } = await browser.look(pages.origin + link.path, { script: false });
    // Each showing of a form has a number of its own.
    const showing = () => page.inputValue('[name=nonce]');
    await page.check('input[value=card]');
    await page.fill('#own_amount', '1.500');
    await page.click('button:has-text("Pay")');
    const [refused, shown] = [await page.innerText('#own_amount-error'), await showing()];
    await page.fill('#own_amount', '1500');
    await page.click('button:has-text("Pay")');
    await page.waitForURL(/\/pay\//);
    await page.goBack();
    expect([await page.innerText('#own_amount-error'), await showing()]).toEqual([refused, shown]);
    expect(await page.inputValue('#own_amount')).toBe('1.500');
    expect(await page.isChecked('input[value=card]')).toBe(true);
    await page.goBack();
    expect(await page.locator('#own_amount-error').count()).toBe(0);
    expect(await paymentsOf(link.id)).toHaveLength(1);
    await page.context().close();
  });

  test('tries again after a payment that failed', async () => {
    const link = await pages.link();
    const { page } = await browser.look(pages.origin + link.path, { script: false });
    await page.check('input[value=card]');
    await page.click('button:has-text("Pay NLe 350.00")');
    await page.click('button:has-text("Decline")');
    expect(await page.innerText('main')).toContain('No money was taken.');
    await page.click('a:has-text("Try again")');
    expect(new URL(page.url()).pathname).toBe(link.path);
    await page.context().close();
  });

  test('shows its code, printed or on a screen', async () => {
    const { path } = await pages.link();
    expect((await get(`${path}/qr.svg`)).headers.get('content-type')).toBe('image/svg+xml');
    expect((await get(`${path}/qr.png`)).headers.get('content-type')).toBe('image/png');
  });
});

describe('the form of a link says', IN_A_BROWSER, () => {
  const refusalOf = async (
    fields: object,
    form: Record<string, string>,
  ): Promise<readonly [number, string]> => {
    const link = await pages.link(fields);
    const answer = await pages.post(link.path, { nonce: await nonceOf(link.path), ...form });
    return [answer.status, /role="alert">([^<]*)</.exec(await answer.text())?.[1] ?? ''];
  };
  const open = { type: 'open', amount: undefined, min_amount: 10, max_amount: 100 };

  test.each([
    {
      what: "that the wallet's number is missing",
      fields: {},
      form: { channel: 'mobile_money' },
      sentence: 'Write the phone number of the wallet that pays.',
    },
    {
      what: 'that it is no number',
      fields: {},
      form: { channel: 'mobile_money', wallet: '12' },
      sentence: 'This is no phone number',
    },
    {
      what: 'that a way to pay is to be chosen',
      fields: {},
      form: { channel: 'cash' },
      sentence: 'Please choose how you want to pay.',
    },
    {
      what: 'that a name is missing',
      fields: { collect: { name: 'required' } },
      form: { channel: 'card' },
      sentence: 'Please fill in &quot;Name&quot;.',
    },
    {
      what: 'that an address cannot be read',
      fields: { collect: { email: 'required' } },
      form: { channel: 'card', email: 'nowhere' },
      sentence: '&quot;E-mail address&quot; cannot be read.',
    },
    {
      what: 'that an answer is not one of those offered',
      fields: { custom_fields: [{ key: 'form', label: 'Form', type: 'choice', options: ['1', '2'] }] },
      form: { channel: 'card', field_form: '3' },
      sentence: '&quot;Form&quot; cannot be read.',
    },
    {
      what: 'that the amount is missing',
      fields: open,
      form: { channel: 'card' },
      sentence: 'Please write how much you want to pay.',
    },
    {
      what: 'that the amount is none',
      fields: open,
      form: { channel: 'card', own_amount: 'much' },
      sentence: 'Please write how much',
    },
    {
      what: 'that it is too small',
      fields: open,
      form: { channel: 'card', own_amount: '9' },
      sentence: 'At least NLe 10.00',
    },
    {
      what: 'that it is too large',
      fields: open,
      form: { channel: 'card', own_amount: '101' },
      sentence: 'At most NLe 100.00',
    },
  ])('$what', async ({ fields, form, sentence }) => {
    const [status, said] = await refusalOf(fields, form as Record<string, string>);
    expect([status >= 400 && status < 500, said]).toEqual([true, expect.stringContaining(sentence)]);
  });

  test('again what was written', async () => {
    const link = await pages.link({ collect: { name: 'required' } });
    const text = await (
      await pages.post(link.path, { channel: 'mobile_money', name: 'Isatu "Ice" <b>Sesay</b>' })
    ).text();
    expect(text).toContain('value="Isatu &quot;Ice&quot; &lt;b&gt;Sesay&lt;/b&gt;"');
  });
});

describe('a link that nobody can pay at', IN_A_BROWSER, () => {
  test('says what its merchant wants said', async () => {
    const link = await pages.link({ inactive_message: 'Come to the bursar.' });
    const nonce = await nonceOf(link.path);
    await pages.shop.client.deactivatePaymentLink({ params: { id: link.id } });
    for (const answer of [await get(link.path), await pages.post(link.path, { nonce, channel: 'card' })]) {
      expect([answer.status, await answer.text()]).toEqual([
        410,
        expect.stringContaining('Come to the bursar.'),
      ]);
    }
  });

  test('says when its time is over, and when it was paid', async () => {
    const short = await pages.link({ expires_in: 3_600 });
    pages.service.advance(3_700_000);
    expect(await (await get(short.path)).text()).toContain('This payment link is over');
    pages.service.advance(-3_700_000);
    const single = await pages.link({ max_uses: 1 });
    const paid = await pages.post(single.path, { nonce: await nonceOf(single.path), channel: 'card' });
    expect(await (await get(single.path)).text()).toContain('Somebody is paying this right now');
    await pages.post(`${paid.headers.get('location')}/test`, { decision: 'approve' });
    await pages.service.drain();
    const after = await get(single.path);
    expect([after.status, await after.text()]).toEqual([
      410,
      expect.stringContaining('This was paid already'),
    ]);
  });

  test('is gone while its merchant is suspended', async () => {
    const merchant = await pages.service.merchant();
    const { data } = await merchant.client.createPaymentLink({
      body: { type: 'fixed', amount: 5, title: 'Rice' },
    });
    await updateMerchant(pages.service.server.runtime.context, merchant.id, { status: 'suspended' });
    expect((await pages.post(new URL(data.url).pathname, { channel: 'card' })).status).toBe(404);
  });

  test('is 404 where there is none', async () => {
    for (const slug of ['nothing-here', 'a'.repeat(65), '%3Cb%3E'])
      expect((await get(`/l/${slug}`)).status).toBe(404);
  });
});
