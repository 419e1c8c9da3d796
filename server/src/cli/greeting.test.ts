import { expect, test } from 'vitest';
import type { Demo } from '../demo-file.ts';
import { greeting, readyJson } from './greeting.ts';

const demo: Demo = {
  merchant_id: 'mch_1',
  secret_key: 'sk_test_secret',
  public_key: 'pk_test_public',
  base_url: 'http://127.0.0.1:8080/v1',
  dashboard: {
    url: 'http://127.0.0.1:8080/dashboard',
    email: 'aminata@example.com',
    password: 'cotton-tree-at-dawn',
  },
  operations: {
    url: 'http://127.0.0.1:8080/operations',
    email: 'operations@example.com',
    password: 'four-words-and-more',
  },
  driver: { phone: '+23276555014', pin: '481516' },
  cashier: { name: 'Fatmata Koroma', pin: '234267' },
};
const ready = {
  baseUrl: 'http://127.0.0.1:8080',
  demo,
  config: { dataDir: '/srv/shop', databaseUrl: null, roles: { http: true, workers: true } },
} as const;
const SECRETS = [
  demo.secret_key,
  demo.dashboard.password,
  demo.operations.password,
  demo.driver.pin,
  demo.cashier.pin,
];

test('what the demo signs in with is told where it may be, beside the file that keeps it', () => {
  const told = greeting({ ...ready, showsSecrets: true });
  for (const secret of [...SECRETS, '/srv/shop/demo.json']) expect(told).toContain(secret);
});

test('the demo shop is looked for in test mode, where all of it is', () => {
  const told = greeting({ ...ready, showsSecrets: false });
  expect(told).toContain(' http://127.0.0.1:8080/dashboard/test,');
  expect(told).toContain(' http://127.0.0.1:8080/operations/test\n');
});

test('else the file is told, with a call that reads the key from it, and no secret', () => {
  for (const told of [greeting({ ...ready, showsSecrets: false }), readyJson(ready)]) {
    expect(told).toContain('/srv/shop/demo.json');
    for (const secret of SECRETS) expect(told).not.toContain(secret);
  }
  expect(greeting({ ...ready, showsSecrets: false }).match(/^ {2}curl .*\$KEY/gm)).toHaveLength(4);
});
