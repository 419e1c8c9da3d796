import { expect, test } from 'vitest';
import { typedIn } from './config-values.ts';

test('a command that is told can be typed as it stands: where npm runs this one, through npm', () => {
  expect(typedIn({ npm_command: 'exec' }, 'verify')).toBe('npx --no -- cottontree verify');
  expect(typedIn({ npm_command: 'start' }, 'verify')).toBe('npx --no -- cottontree verify');
  expect(typedIn({}, 'verify')).toBe('cottontree verify');
});

test('what is typed next is about the same data: a folder that was named is named again', () => {
  expect(typedIn({ npm_command: 'exec', DATA_DIR: './restored' }, 'verify')).toBe(
    'DATA_DIR=./restored npx --no -- cottontree verify',
  );
  expect(typedIn({ DATA_DIR: "Hawa's data" }, 'verify')).toBe(`DATA_DIR='Hawa'\\''s data' cottontree verify`);
  expect(typedIn({ DATA_DIR: '' }, 'verify')).toBe('cottontree verify');
});

test('what is typed next is about the same database, of whose secrets only the names are told', () => {
  const DATABASE_URL = 'postgresql://shop:hunter2@db1/shop';
  expect(typedIn({ DATABASE_URL, SECRET_KEY: 'hunter3', npm_command: 'exec' }, 'verify')).toBe(
    'DATABASE_URL=… SECRET_KEY=… npx --no -- cottontree verify',
  );
  expect(typedIn({ DATABASE_URL: '', SECRET_KEY: 'hunter3' }, 'verify')).toBe('cottontree verify');
});
