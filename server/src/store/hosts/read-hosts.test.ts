import { expect, test } from 'vitest';
import { HostsRefused, readHosts, readReplicas } from './read-hosts.ts';

test.each([
  'postgresql://shop:secret@db.example:5432/shop',
  'postgresql://shop@/shop?host=%2Frun%2Fpostgresql&port=5433',
  'mysql://a,b/shop',
])('one server stays what it is: %s', (url) => {
  expect(readHosts(url)).toBeNull();
});

test.each([
  [
    'postgres://shop:s%40cret@a:5433,b,[fd00::2]:5434/shop?sslmode=require&connect_timeout=3&target_session_attrs=read-write',
    {
      addresses: [
        { host: 'a', port: 5433 },
        { host: 'b', port: 5432 },
        { host: 'fd00::2', port: 5434 },
      ],
      connectMs: 3_000,
      url: 'postgres://shop:s%40cret@/shop?sslmode=require&host=a&port=5433',
    },
  ],
  [
    'postgresql://shop@/shop?host=%2Frun%2Fone,%2Frun%2Ftwo&port=5432',
    {
      addresses: [
        { host: '/run/one', port: 5432 },
        { host: '/run/two', port: 5432 },
      ],
      connectMs: 1_500,
      url: 'postgresql://shop@/shop?host=%2Frun%2Fone&port=5432',
    },
  ],
  [
    'postgresql://shop@virtual/shop?target_session_attrs=primary',
    {
      addresses: [{ host: 'virtual', port: 5432 }],
      connectMs: 1_500,
      url: 'postgresql://shop@/shop?host=virtual&port=5432',
    },
  ],
])('several are read as libpq reads them: %s', (url, hosts) => {
  expect(readHosts(url)).toEqual(hosts);
});

test.each([
  ['postgresql://shop@a,,c/shop', 'host 2 is empty'],
  ['postgresql://shop@a:1:2,b/shop', 'host 1 is neither'],
  ['postgresql://shop@a,b:70000/shop', 'port of host 2 is from 1 to 65535'],
  ['postgresql://shop@a,b:0/shop', 'port of host 2 is from 1 to 65535'],
  ['postgresql://shop@/shop?host=a,b,c&port=1,2', 'one port, or one for each of its 3 hosts'],
  ['postgresql://shop@a,b/shop?target_session_attrs=standby', 'read-write or primary'],
  ['postgresql://shop@a,b/shop?connect_timeout=0', 'connect_timeout is from 1 to 60 seconds'],
  ['postgresql://shop@1,2,3,4,5,6,7,8,9/shop', 'at most 8 hosts'],
])('%s is refused: %s', (url, problem) => {
  expect(() => readHosts(url)).toThrow(HostsRefused);
  expect(() => readHosts(url)).toThrow(problem);
});

test('replicas are all hosts of all URLs, each named without its user', () => {
  expect(
    readReplicas('postgresql://shop:x@a,[::1]:5433/shop?sslmode=require,postgres://other@b/shop'),
  ).toEqual([
    { name: 'a:5432', url: 'postgresql://shop:x@/shop?sslmode=require&host=a&port=5432' },
    { name: '[::1]:5433', url: 'postgresql://shop:x@/shop?sslmode=require&host=%3A%3A1&port=5433' },
    { name: 'b:5432', url: 'postgres://other@/shop?host=b&port=5432' },
  ]);
});

test.each([
  ['shop@a', 'one or several URLs'],
  ['postgresql://shop@a,,b/shop', 'host 2 is empty'],
  ['postgresql://shop@a/shop?target_session_attrs=read-write', 'only read'],
  ['postgresql://shop@1,2,3,4,5/shop,postgresql://shop@6,7,8,9/shop', 'at most 8 hosts'],
])('%s names no replicas: %s', (urls, problem) => {
  expect(() => readReplicas(urls)).toThrow(problem);
});
