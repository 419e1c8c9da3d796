import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** What a tab keeps. */
let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('location', new URL('https://shop.example/app/till'));
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  for (const name of ['sessionStorage', 'localStorage'])
    vi.stubGlobal(name, {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
});
afterEach(() => vi.unstubAllGlobals());

const open = async (initial: Readonly<Record<string, string>>) => {
  const { createForm } = await import('./use-form.ts');
  return createForm({ limits: {}, initial, keep: 'product-1' });
};

test('what was typed before a reload stands there again, and beside it what somebody else wrote meanwhile', async () => {
  const before = await open({ name: 'Rice', price: '10' });
  before.set('name', 'Rice 25 kg');
  const after = await open({ name: 'Rice', price: '12' });
  expect([after.restored.value, after.values.value]).toEqual([true, { name: 'Rice 25 kg', price: '12' }]);
  expect(after.changes()).toEqual({ name: 'Rice 25 kg' });
});

test('rows are counted from 0 whichever is taken out, and a row that was taken out before a reload stays so', async () => {
  const { arrangeRows, NEW_ROW, rowCount } = await import('./rows.ts');
  const rows = { list: 'items', blank: { name: '', id: null } };
  const initial = { 'items[0].name': 'Rice', 'items[1].name': 'Oil', 'items[1].id': 'b', note: 'Two' };
  const before = await open(initial);
  arrangeRows(before, rows, [1]);
  expect(before.body()).toEqual({ items: [{ name: 'Oil', id: 'b' }], note: 'Two' });
  const after = await open(initial);
  expect([rowCount(rows, after.values.value), after.body()]).toEqual([1, before.body()]);
  arrangeRows(after, rows, [NEW_ROW, 0]);
  after.set('items[0].name', 'Salt');
  expect(after.body()).toEqual({ items: [{ name: 'Salt' }, { name: 'Oil', id: 'b' }], note: 'Two' });
});

test('what was typed and taken back again is nothing to begin with', async () => {
  const before = await open({ name: 'Rice' });
  before.set('name', 'Rice 25 kg');
  before.set('name', 'Rice');
  expect((await open({ name: 'Rice, 50 kg' })).restored.value).toBe(false);
});

test('what is typed while it is sent stays when the answer is here, and is what differs from it', async () => {
  const form = await open({ name: 'Rice', price: '10' });
  form.set('name', 'Rice 25 kg ');
  form.sending(true);
  form.set('price', '12');
  form.reset({ name: 'Rice 25 kg', price: '10' });
  form.forget();
  form.sending(false);
  expect([form.values.value, form.changed.value]).toEqual([{ name: 'Rice 25 kg', price: '12' }, true]);
  expect(form.changes()).toEqual({ price: '12' });
  expect((await open({ name: 'Rice 25 kg', price: '10' })).values.value).toEqual(form.values.value);
});

test('a form that was sent and not typed in since is done', async () => {
  const form = await open({ name: 'Rice' });
  form.set('name', 'Beans');
  form.sending(true);
  form.forget();
  form.sending(false);
  expect([form.changed.value, form.changes(), kept.size]).toEqual([false, {}, 0]);
});

test('what one person typed is not shown to the next on the same device', async () => {
  const { account } = await import('../data/session.ts');
  const person = { name: 'Isatu', email: 'isatu@example.sl', memberships: [] };
  account.value = { ...person, id: 'prs_1' } as unknown as typeof account.value;
  (await open({ name: '' })).set('name', 'Of the first');
  account.value = { ...person, id: 'prs_2' } as unknown as typeof account.value;
  expect((await open({ name: '' })).restored.value).toBe(false);
  account.value = { ...person, id: 'prs_1' } as unknown as typeof account.value;
  expect((await open({ name: '' })).values.value).toEqual({ name: 'Of the first' });
  account.value = undefined;
});

test('a secret that is typed beside other things is sent, and never kept on the device', async () => {
  const { createForm } = await import('./use-form.ts');
  const form = createForm({
    limits: {},
    initial: { url: '', headers: '' },
    keep: 'hook',
    secret: ['headers'],
  });
  form.set('headers', 'Authorization: Bearer s3cret');
  expect([...kept.values()]).toEqual([]);
  form.set('url', 'https://shop.example/hook');
  expect([...kept.values()].join()).toContain('https://shop.example/hook');
  expect([...kept.values()].join()).not.toContain('s3cret');
  expect(form.text('headers')).toContain('s3cret');
});

test('a field that the page no longer shows is neither checked nor sent, and is both again when it is back', async () => {
  const { createForm } = await import('./use-form.ts');
  const form = createForm({
    limits: { low: { type: 'integer' } },
    initial: { name: 'Rice', low: '', color: 'red' },
  });
  const gone = form.stand('low');
  form.set('low', 'abc');
  gone();
  expect([form.check(), form.body(), form.changes()]).toEqual([true, { name: 'Rice', color: 'red' }, {}]);
  form.stand('low');
  form.set('low', '5');
  expect([form.body(), form.changes()]).toEqual([{ name: 'Rice', low: 5, color: 'red' }, { low: 5 }]);
});
