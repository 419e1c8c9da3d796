import { statuses as ofApi } from '@cottontree/contract';
import { expect, test } from 'vitest';
import { lookOf, statuses } from './statuses.ts';

test.each(Object.keys(ofApi) as (keyof typeof ofApi)[])(
  'a badge of %s shows each status of the contract',
  (of) => {
    expect(statuses[of]).toMatchObject(ofApi[of]);
  },
);

test('a status that this version does not know is a plain ring', () => {
  expect(lookOf('claim', 'of_a_later_version')).toEqual(['idle', 'ring']);
});
