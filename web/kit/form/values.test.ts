import { CottontreeError } from '@cottontree/client';
import { expect, test, vi } from 'vitest';

// The texts ask the browser which language somebody chose.
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
vi.stubGlobal('document', { documentElement: {} });
const values = await import('./values.ts');
const { amountInField, plainAmount } = await import('./plain-amount.ts');

const limits = {
  name: { required: true as const, maxLength: 5 },
  amount: { type: 'amount' as const },
  quantity: { type: 'integer' as const, minimum: 1, maximum: 10 },
  'items[].name': { required: true as const },
};

test('what is wrong is said by the contract: required, too long, no amount, out of range', () => {
  expect(values.faultsOf({ name: '', amount: 'ten', quantity: '0' }, limits)).toEqual({
    name: 'Fill this in.',
    amount: 'Write an amount, like 150.50.',
    quantity: 'At least 1.',
  });
  expect(values.faultsOf({ name: 'Fatmata' }, limits)).toEqual({ name: 'At most 5 characters.' });
  expect(values.faultsOf({ name: 'Hawa', amount: '1,150.50', quantity: '3' }, limits)).toEqual({});
});

test('a comma that is not between thousands is no amount, for it may be meant as the point', () => {
  for (const amount of ['150,50', '1,5', '1150,500', '1,,150', '12,'])
    expect([amount, values.faultsOf({ amount }, limits)]).toEqual([
      amount,
      { amount: 'Write an amount, like 150.50.' },
    ]);
  for (const amount of ['1150', '1,150', '-1,234,567.5'])
    expect([amount, values.faultsOf({ amount }, limits)]).toEqual([amount, {}]);
});

test('an amount loses the commas between its thousands alone; any other is left for somebody to put right', () => {
  expect(['1,150.50', '1,234,567', '1,000.', '-1,000', '150'].map(plainAmount)).toEqual([
    '1150.50',
    '1234567',
    '1000.',
    '-1000',
    '150',
  ]);
  for (const text of ['1,50', '150,50', '1,', '1150,500', '']) expect(plainAmount(text)).toBe(text);
});

test('a letter is one however many bytes it takes', () => {
  expect(values.faultsOf({ name: 'ɛɔŋ👍🏽' }, limits)).toEqual({});
});

test('every member of an array has the limits of all', () => {
  expect(values.faultsOf({ 'items[0].name': 'Rice', 'items[1].name': ' ' }, limits)).toEqual({
    'items[1].name': 'Fill this in.',
  });
});

test('a body is nested as the paths say, with amounts as exact text and numbers as numbers', () => {
  const held = {
    'address.city': ' Lumley ',
    amount: '1,150.50',
    quantity: '3',
    note: '',
    'items[0].name': 'Rice',
  };
  expect(values.bodyOf(held, { limits, paths: Object.keys(held), empty: 'left out' })).toEqual({
    address: { city: 'Lumley' },
    amount: '1150.50',
    quantity: 3,
    items: [{ name: 'Rice' }],
  });
});

test('what was emptied is taken away by a change', () => {
  expect(values.bodyOf({ note: '' }, { limits, paths: ['note'], empty: 'null' })).toEqual({ note: null });
});

const refusal = (fields: readonly { path: string; message: string }[]): CottontreeError =>
  new CottontreeError({ code: 'VALIDATION_ERROR', status: 400, message: 'Two fields.', details: { fields } });

test('a refusal stands at its field, as a sentence', () => {
  const error = refusal([{ path: 'name', message: 'must have at most 5 characters' }]);
  expect(values.faultsIn(error, { name: 'x' })).toEqual({ name: 'Must have at most 5 characters.' });
});

test('names and ids of the API are not shown to people, who typed neither; what they typed stays', () => {
  const error = refusal([{ path: 'end_date', message: 'must be later than start_date' }]);
  expect(values.faultsIn(error, { end_date: 'x' })).toEqual({ end_date: 'Must be later than start date.' });
  const sku = new CottontreeError({
    code: 'DUPLICATE_SKU',
    status: 409,
    message: 'The variant var_01m86vex61emmrz0exdemcas1t has the SKU rice_big already.',
    details: {},
  });
  expect(values.faultsIn(sku, { sku: 'rice_big' })).toEqual({
    sku: 'The variant has the SKU rice_big already.',
  });
  const mail = refusal([{ path: 'email', message: 'isatu_bah@example.sl is taken' }]);
  expect(values.faultsIn(mail, { email: 'x' })).toEqual({ email: 'Isatu_bah@example.sl is taken.' });
});

test('what is wrong with an address or a whole number is said with one that would work', () => {
  const wrong = { email: { type: 'string', pattern: '@' }, seats: { type: 'integer' } } as const;
  expect(values.faultsOf({ email: 'isatu', seats: '1.5' }, wrong)).toEqual({
    email: 'Write the whole address, like name@example.sl.',
    seats: 'Write a whole number, like 12.',
  });
});

test('what is far too short for its form is told by its form', () => {
  const link = { type: 'string', minLength: 8, pattern: '^https?://' } as const;
  const slug = { type: 'string', minLength: 3, pattern: '^[a-z0-9-]+$' } as const;
  const faults = values.faultsOf({ image_url: 'x', slug: 'A' }, { image_url: link, slug });
  expect(faults).toEqual({
    image_url: 'Write the whole address, like https://example.sl/page.',
    slug: 'Write small letters, digits and hyphens, like school-fees.',
  });
});

test('a refusal of a field that the form has not is told as a whole beside those that it has', () => {
  const error = refusal([
    { path: 'name', message: 'is taken' },
    { path: 'colour', message: 'is required' },
  ]);
  expect(values.faultsIn(error, { name: 'x' })).toEqual({ name: 'Is taken.', '': 'Two fields.' });
});

test('a refusal of a member stands at the list that is one field', () => {
  const error = refusal([{ path: 'tags[1]', message: 'must have at most 40 characters' }]);
  expect(values.faultsIn(error, { tags: 'a, b' })).toEqual({
    tags: 'One of them: must have at most 40 characters.',
  });
});

test('what the API says of headers, keys and ids is told in words for people', () => {
  const told = (code: CottontreeError['code'], message: string) =>
    values.faultsIn(new CottontreeError({ code, status: 412, message }), {})[''];
  const id = 'cus_01m8nrb0dvfxyr12x0xs48jx04';
  expect(told('PRECONDITION_FAILED', `The customer ${id} has changed since the ETag in If-Match.`)).toMatch(
    /^Somebody else changed this/,
  );
  expect(told('UNAUTHORIZED', 'The API key is missing or not valid.')).toMatch(/^Your session had ended/);
  expect(told('DUPLICATE_CUSTOMER', `Another customer has the number 1: ${id}. Change that one.`)).toBe(
    'Another customer has the number 1. Change that one.',
  );
});

test('a refusal that names no field stands at the one that it is about', () => {
  const refusal = (code: CottontreeError['code'], message: string, details = {}) =>
    new CottontreeError({ code, status: 409, message, details });
  const of = { name: 'Isatu', phone: '076 111222', email: 'isatu@example.sl' };
  const known = refusal(
    'DUPLICATE_CUSTOMER',
    'Another customer has the email isatu@example.sl. Change that one.',
  );
  expect(values.faultsIn(known, of)).toEqual({ email: known.message });
  const taken = refusal('SLUG_TAKEN', 'Another link has fees.');
  expect(values.faultsIn(taken, { slug: 'fees' })).toEqual({ slug: taken.message });
  expect(values.faultsIn(taken, of)).toEqual({ '': taken.message });
  const lines = { 'items[0].amount': '1', 'items[1].amount': '2' };
  expect(Object.keys(values.faultsIn(refusal('AMOUNT_TOO_LARGE', 'Too much.'), lines))).toEqual(['']);
  const fields = [{ path: 'phone', message: 'must be a phone number, or as dialled in SL' }];
  expect(values.faultsIn(refusal('INVALID_PHONE', 'phone must be one.', { fields }), of)).toEqual({
    phone: expect.stringMatching(/^This is no whole phone number\. Write it like 076 123456/),
  });
});

test('who reads Krio is told in Krio why something was refused, and in English what has no words there', async () => {
  const { locale } = await import('../text/locale.ts');
  const refusal = (code: CottontreeError['code']) =>
    new CottontreeError({ code, status: 409, message: 'In English.' });
  expect(values.faultsIn(refusal('RATE_LIMITED'), {})).toEqual({ '': 'In English.' });
  locale.value = 'kri';
  expect(values.faultsIn(refusal('RATE_LIMITED'), {})['']).toContain('tray egen');
  expect(values.faultsIn(refusal('AMOUNT_TOO_LARGE'), { amount: '9' })).toEqual({
    amount: 'Da mɔni de tumɔs.',
  });
  expect(values.faultsIn(refusal('SLUG_TAKEN'), { slug: 'x' })).toEqual({ slug: 'In English.' });
  locale.value = 'en';
});

test('a refusal inside of a list that is typed as lines stands at that field', () => {
  const error = refusal([{ path: 'options[0].values', message: 'must have at least 1 member' }]);
  expect(values.faultsIn(error, { options: 'Size' })).toEqual({
    options: 'One of them: must have at least 1 member.',
  });
});

test('an amount that has limits is held to them before anybody is asked', () => {
  const stock = { came: { type: 'amount', minimum: 0, maximum: 1_000 } } as const;
  const faults = ['-5', '1,001', '1,000', '0'].map((came) => values.faultsOf({ came }, stock)['came']);
  expect(faults).toEqual(['At least 0.', 'At most 1000.', undefined, undefined]);
});

test('what the network broke off is told without what the browser calls it', () => {
  const message = 'The service cannot be reached: TypeError: Failed to fetch';
  const error = new CottontreeError({ code: 'NETWORK_ERROR', status: 0, message });
  expect(values.faultsIn(error, {})).toEqual({
    '': 'The service cannot be reached. Look at your connection, and try again.',
  });
});

test('an amount in its field has its thousands and the decimals of its currency; anything else stays as it is', () => {
  const shown = [
    '350',
    '1250.5',
    '1,250.50',
    '0350',
    '99999999999999999.99',
    '350.505',
    '-5',
    '1,25',
    'x',
    '',
  ];
  expect(shown.map((text) => amountInField(text, 'SLE'))).toEqual([
    '350.00',
    '1,250.50',
    '1,250.50',
    '350.00',
    '99,999,999,999,999,999.99',
    '350.505',
    '-5',
    '1,25',
    'x',
    '',
  ]);
  expect(amountInField('1250', 'GNF')).toBe('1,250');
});
