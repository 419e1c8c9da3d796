import { expect, test } from 'vitest';
import { change } from './change.ts';
import { Failure } from '../call/failure.ts';

type Row = { readonly version: number; readonly sum: number };

const key = { tenant: null, id: 'acc_1' };

/** A row that is written on the version that was read, as the database does it. */
function rowOf(first: Row | undefined) {
  let row = first;
  return {
    now: () => row,
    read: async () => row,
    write: async (before: Row, sum: number): Promise<Row | undefined> => {
      await Promise.resolve();
      if (row?.version !== before.version) return undefined;
      row = { version: before.version + 1, sum };
      return row;
    },
  };
}

test('of many who change the same at once, each decides on what the one before left', async () => {
  const account = rowOf({ version: 1, sum: 0 });
  const add = () =>
    change<Row, Row>({ key, tooMany: 'requests change this account', read: account.read }, (before) =>
      account.write(before, before.sum + 1),
    );
  await Promise.all(Array.from({ length: 40 }, add));
  expect(account.now()).toEqual({ version: 41, sum: 40 });
});

test('who was overtaken stands in line, so that hundreds at once read it twice each and are all done', async () => {
  const account = rowOf({ version: 1, sum: 0 });
  let reads = 0;
  const read = () => {
    reads += 1;
    return account.read();
  };
  const add = () =>
    change<Row, Row>({ key, tooMany: 'requests change this account', read }, (before) =>
      account.write(before, before.sum + 1),
    );
  await Promise.all(Array.from({ length: 300 }, add));
  expect(account.now()?.sum).toBe(300);
  expect(reads).toBeLessThanOrEqual(2 * 300);
});

test('those in line go in the order in which they came, past one who takes long and one who is refused', async () => {
  const account = rowOf({ version: 1, sum: 0 });
  const read = account.read;
  const order: string[] = [];
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  /** Is overtaken at first. */
  const of = (name: string, inTurn: () => Promise<unknown>) => {
    let tries = 0;
    return change<Row, string>({ key, tooMany: 'requests change this account', read }, async () => {
      tries += 1;
      if (tries === 1) return undefined;
      order.push(name);
      await inTurn();
      return name;
    });
  };
  const slow = of('slow', () => held);
  const refused = of('refused', () => Promise.reject(new Failure('NOT_FOUND', 'It is gone.')));
  const last = of('last', async () => undefined);
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await last).toBe('last');
  expect(order).toEqual(['slow', 'refused', 'last']);
  goOn();
  expect(await slow).toBe('slow');
});

test('what is not there, what the caller did not see, and what everybody changes are refused in words', async () => {
  const absent = change(
    {
      key,
      tooMany: '',
      read: rowOf(undefined).read,
      notFound: () => new Failure('NOT_FOUND', 'There is none.'),
    },
    async () => 1,
  );
  await expect(absent).rejects.toMatchObject({ code: 'NOT_FOUND' });

  const seen = ({ version }: Row) => ({ version, what: 'The account' });
  const read = rowOf({ version: 3, sum: 0 }).read;
  const unseen = change<Row, number>({ key, tooMany: '', read, ifMatch: '"2"', seen }, async () => 1);
  await expect(unseen).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
  expect(await change<Row, number>({ key, tooMany: '', read, ifMatch: '"3"', seen }, async () => 1)).toBe(1);

  let tries = 0;
  const rushed = change<Row, number>({ key, tooMany: 'requests change this account', read }, async () => {
    tries += 1;
    return undefined;
  });
  await expect(rushed).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    message: 'Too many requests change this account at once. Send the same request again in a second.',
    retryAfterSeconds: 1,
  });
  expect(tries).toBe(65);
});
