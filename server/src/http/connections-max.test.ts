import { expect, test } from 'vitest';
import { connectionsMax } from './open-http.ts';

const limits = (files: string): string =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax processes             95996                95996                processes\nMax open files            ${files}                 524288               files\n`;

test('some open files stay for the database and for what is asked of others', () => {
  expect([connectionsMax(limits('1048576')), connectionsMax(limits('1024'))]).toEqual([1_048_320, 768]);
  expect(connectionsMax(limits('256'))).toBe(128);
});

test('where nothing is told of a limit, there is none', () => {
  expect([connectionsMax(''), connectionsMax(limits('unlimited'))]).toEqual([null, null]);
});
