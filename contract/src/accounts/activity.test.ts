import { expect, test } from 'vitest';
import type { Operation } from '../operation.ts';
import { operations } from '../operations.ts';
import { ownAccountWrites } from './activity.ts';

test('what people do of their own accounts is every write below /account', () => {
  const writes = (Object.values(operations) as readonly Operation[]).filter(
    ({ method, path }) => method !== 'GET' && path.startsWith('/account/'),
  );
  expect(writes.map(({ id }) => id).toSorted()).toEqual([...ownAccountWrites].toSorted());
});
