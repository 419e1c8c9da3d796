import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const remote = { DATABASE_URL: 'postgresql://shop:hunter2@db.example:5432/shop', SECRET_KEY: key };

test('An empty environment is a whole server on this machine only, with the embedded database', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    notices: {
      smtpUrl: null,
      mailFrom: 'Cottontree <no-reply@localhost>',
      sms: null,
      whatsApp: null,
      inboundSecret: null,
      quietHours: null,
      recipientDataDays: 365,
    },
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: null,
    databaseDirectUrl: null,
    replicas: [],
    publicUrl: 'http://127.0.0.1:8080',
    publicUrlGiven: false,
    loopbackOnly: true,
    secretKey: null,
    secretKeyPrevious: [],
    allowLostSecretKey: false,
    archive: null,
    roles: { http: true, workers: true },
    processes: 1,
    prepared: true,
    allowUnsafeDatabase: false,
    demo: 'auto',
    dispatchMode: 'nearest',
    outboundAllow: ['127.0.0.0/8', '::1/128'],
    routerUrl: null,
    mapTiles: null,
    webhook: { retryBaseMs: 10_000, retryFactor: 30, timeoutMs: 10_000 },
    trustedProxies: [],
    logLevel: 'info',
    metricsPort: null,
    tracing: null,
  });
});

test('A node of several on one PostgreSQL', () => {
  const config = readConfig({
    ...remote,
    DATABASE_DIRECT_URL: 'postgres://shop:hunter2@db.example:5433/shop',
    ALLOW_UNSAFE_DATABASE: 'on',
    PREPARED: 'off',
    SECRET_KEY_PREVIOUS: `${key},${key}`,
    ALLOW_LOST_SECRET_KEY: '1',
    HOST: '0.0.0.0',
    PORT: '80',
    PUBLIC_URL: 'https://shop.example/',
    ROLES: 'workers',
    PROCESSES: '4',
    DEMO: '0',
    OUTBOUND_ALLOW: '10.0.0.0/8, fd00::/8',
    WEBHOOK_RETRY_BASE_MS: '100',
    WEBHOOK_RETRY_FACTOR: '1.5',
    WEBHOOK_TIMEOUT_MS: '500',
    TRUSTED_PROXIES: '10.0.0.1',
    LOG_LEVEL: 'debug',
    METRICS_PORT: '9100',
  });
  expect(config).toMatchObject({
    port: 80,
    publicUrl: 'https://shop.example',
    publicUrlGiven: true,
    roles: { http: false, workers: true },
    processes: 4,
    allowUnsafeDatabase: true,
    prepared: false,
    demo: false,
    outboundAllow: ['10.0.0.0/8', 'fd00::/8'],
    webhook: { retryBaseMs: 100, retryFactor: 1.5, timeoutMs: 500 },
    trustedProxies: ['10.0.0.1'],
    logLevel: 'debug',
    metricsPort: 9100,
    secretKey: key,
    secretKeyPrevious: [key, key],
    allowLostSecretKey: true,
  });
});

test('Pictures of the ground come from one place that is named, and are credited', () => {
  const url = 'https://tiles.example.sl/{z}/{x}/{y}.png';
  expect(readConfig({ MAP_TILES_URL: url }).mapTiles).toEqual({
    url,
    attribution: 'Map: tiles.example.sl',
    zoomMax: 18,
  });
  const named = { MAP_TILES_URL: url, MAP_TILES_ATTRIBUTION: 'Roads of our own', MAP_TILES_ZOOM_MAX: '16' };
  expect(readConfig(named).mapTiles).toMatchObject({ attribution: 'Roads of our own', zoomMax: 16 });
});

test('The configuration cannot be changed by who reads it', () => {
  const config = readConfig({});
  expect(
    [config, config.roles, config.webhook, config.outboundAllow].every((value) => Object.isFrozen(value)),
  ).toBe(true);
});

test('An empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(readConfig({}));
});

describe('Outgoing requests', () => {
  test.each([
    '127.0.0.1',
    '127.1.2.3',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '::1',
    '0:0:0:0:0:0:0:1',
    '::ffff:127.0.0.1',
  ])('may reach loopback while the server listens on %s', (host) => {
    expect(readConfig({ HOST: host }).outboundAllow).toEqual(['127.0.0.0/8', '::1/128']);
  });
  test.each(['0.0.0.0', '::', '192.168.1.5', 'shop.example'])(
    'reach public addresses only while it listens on %s',
    (host) => {
      expect(readConfig({ HOST: host }).outboundAllow).toEqual([]);
    },
  );
  // Every spelling of this machine that a URL may have.
  const LOOPBACK_URLS = [
    'http://127.0.0.1:8080',
    'http://127.1',
    'http://127.8.9.10/shop',
    'http://0x7f.0.0.1',
    'http://2130706433',
    'http://0177.0.0.1',
    'http://localhost',
    'https://LOCALHOST:8443',
    'http://localhost.',
    'http://shop.localhost',
    'http://[::1]:8080',
    'http://[0:0:0:0:0:0:0:1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
  ];
  const OUTSIDE_URLS = [
    'https://shop.example',
    'https://shop.example:8443/pay',
    'http://10.0.0.5',
    'http://192.168.1.5:8080',
    'http://0.0.0.0',
    'http://128.0.0.1',
    'http://126.255.255.255',
    'http://localhost.example',
    'http://localhost.example.com',
    'http://notlocalhost',
    'http://127.0.0.1.nip.io',
    'http://127.0.0.1.example',
    'http://[::]',
    'http://[::2]',
    'http://[fd00::1]',
    'http://[::ffff:10.0.0.5]',
    'http://[64:ff9b::7f00:1]',
  ];
  const HOSTS = ['127.0.0.1', '::1', 'localhost'];
  test.each(LOOPBACK_URLS)('may reach loopback while the public address is %s', (url) => {
    for (const host of HOSTS)
      expect(readConfig({ HOST: host, PUBLIC_URL: url })).toMatchObject({
        outboundAllow: ['127.0.0.0/8', '::1/128'],
        loopbackOnly: true,
        demo: 'auto',
      });
    expect(readConfig({ HOST: '0.0.0.0', PUBLIC_URL: url })).toMatchObject({
      outboundAllow: [],
      loopbackOnly: false,
    });
  });
  test.each(OUTSIDE_URLS)(
    'reach public addresses only while the public address is %s, wherever it listens; and no demo is made',
    (url) => {
      for (const host of [...HOSTS, '0.0.0.0'])
        expect(readConfig({ HOST: host, PUBLIC_URL: url })).toMatchObject({
          outboundAllow: [],
          loopbackOnly: false,
          demo: false,
        });
      expect(readConfig({ PUBLIC_URL: url, OUTBOUND_ALLOW: '127.0.0.1/32', DEMO: '1' })).toMatchObject({
        outboundAllow: ['127.0.0.1/32'],
        loopbackOnly: false,
        demo: true,
      });
    },
  );
  test('reach public addresses only when the operator says none', () => {
    expect(readConfig({ OUTBOUND_ALLOW: 'none' }).outboundAllow).toEqual([]);
  });
});

test.each([
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://[::1]:8080'],
  ['fd00::1', 'http://[fd00::1]:8080'],
  ['shop.example', 'http://shop.example:8080'],
])('Listening on %s, links begin with %s', (host, url) =>
  expect(readConfig({ HOST: host }).publicUrl).toBe(url),
);

test.each([
  ['HTTPS://Shop.Example:443/', 'https://shop.example'],
  ['https://shop.example/services/', 'https://shop.example/services'],
])('Given %s, links begin with %s, as browsers write it', (given, url) =>
  expect(readConfig({ PUBLIC_URL: given }).publicUrl).toBe(url),
);

test.each([
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535; it is "70000".'],
  [{ PORT: '0x50' }, 'PORT must be a whole number'],
  [{ HOST: 'a b' }, 'HOST must be an IP address or a host name'],
  [{ PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must be an http or https URL'],
  [{ PUBLIC_URL: 'https://shop.example/#' }, 'PUBLIC_URL must be an http or https URL without query'],
  [{ PUBLIC_URL: 'https://shop.example?' }, 'PUBLIC_URL must be an http or https URL without query'],
  [{ ROLES: 'http,cron' }, 'ROLES must be http, workers, or both'],
  [{ ROLES: 'none' }, 'ROLES must be http, workers, or both'],
  [{ DATA_DIR: '~/data' }, 'DATA_DIR must be a path, written out'],
  [{ PORT: '9464', METRICS_PORT: '9464' }, 'METRICS_PORT must be another port than PORT'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=a%0Ab' }, 'OTEL_EXPORTER_OTLP_HEADERS must be name=value'],
  [{ PROCESSES: '0' }, 'PROCESSES must be a whole number from 1'],
  [{ DEMO: 'maybe' }, 'DEMO must be on or off, 1 or 0'],
  [{ OUTBOUND_ALLOW: '10.0.0.0/33' }, 'OUTBOUND_ALLOW must be CIDRs'],
  [{ TRUSTED_PROXIES: 'proxy.example' }, 'TRUSTED_PROXIES must be CIDRs'],
  [{ WEBHOOK_RETRY_BASE_MS: '-1' }, 'WEBHOOK_RETRY_BASE_MS must be a whole number'],
  [{ WEBHOOK_RETRY_FACTOR: '0.5' }, 'WEBHOOK_RETRY_FACTOR must be a number from 1'],
  [{ WEBHOOK_TIMEOUT_MS: '1e3' }, 'WEBHOOK_TIMEOUT_MS must be a whole number'],
  [{ MAP_TILES_URL: 'http://tiles.example.sl/{z}/{x}/{y}.png' }, 'MAP_TILES_URL must be an https URL'],
  [{ MAP_TILES_URL: 'https://{s}.example.sl/{z}/{x}/{y}.png' }, 'MAP_TILES_URL must be an https URL'],
  [
    { MAP_TILES_URL: 'https://tiles.example.sl/' },
    'MAP_TILES_URL must be an https URL with {z}, {x} and {y}',
  ],
  [{ MAP_TILES_ZOOM_MAX: '40' }, 'MAP_TILES_ZOOM_MAX must be a whole number from 8 to 22'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal'],
  [{ METRICS_PORT: 'yes' }, 'METRICS_PORT must be a whole number'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY must be 32 bytes in base64'],
  [{ DATABASE_URL: remote.DATABASE_URL }, 'SECRET_KEY must be given with DATABASE_URL'],
  [
    { ...remote, DATABASE_URL: 'mysql://db.example/shop' },
    'DATABASE_URL must be a URL such as postgresql://',
  ],
  [{ REPLICA_URL: remote.DATABASE_URL }, 'REPLICA_URL only goes with DATABASE_URL'],
  [{ ...remote, REPLICA_URL: 'mysql://db.example/shop' }, 'REPLICA_URL must be one or several URLs'],
  [
    { ...remote, REPLICA_URL: 'postgres://a,b/shop?target_session_attrs=primary' },
    'REPLICA_URL must be URLs of servers that are only read',
  ],
  [{ DATABASE_DIRECT_URL: remote.DATABASE_URL }, 'DATABASE_DIRECT_URL only goes with DATABASE_URL'],
  [{ ALLOW_UNSAFE_DATABASE: '1' }, 'ALLOW_UNSAFE_DATABASE only goes with DATABASE_URL'],
])('%j is refused', (environment, problem) => {
  expect(() => readConfig(environment)).toThrow(problem);
});

test('All problems are told at once, and no secret with them', () => {
  const refusal = refusalOf({
    PORT: 'x',
    DATABASE_URL: 'mysql://shop:hunter2@db',
    SECRET_KEY: 'hunter2',
    ROLES: 'x',
  });
  expect(refusal.problems.map((problem) => problem.split(' ')[0])).toEqual([
    'PORT',
    'ROLES',
    'DATABASE_URL',
    'SECRET_KEY',
  ]);
  expect(refusal.message).not.toContain('hunter2');
});

function refusalOf(environment: Record<string, string>): ConfigError {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
  }
  throw new Error('It was taken.');
}
