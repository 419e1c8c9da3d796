import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import {
  deliveryStatuses,
  deliveryTransitions,
  ERRORS,
  errorsOf,
  eventKinds,
  operations,
  orderStatusOf,
  type Operation,
} from '@cottontree/contract';
import { describe, expect, test } from 'vitest';
import { root } from './read-page.ts';

const names = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const pages = names.map((name) => ({ name, text: readFileSync(resolve(root, name), 'utf8') }));
/** What reads the environment. */
const configuration = [
  'config',
  'read-archive-options',
  'read-database-urls',
  'read-map-tiles',
  'read-notice-options',
  'read-tracing',
]
  .map((name) => readFileSync(resolve(root, `server/src/${name}.ts`), 'utf8'))
  .join('\n');
const textOf = (name: string): string => pages.find((page) => page.name === name)?.text ?? '';

/** What a heading can be linked to by: its words in lower case with hyphens between. */
function anchorsOf(name: string): readonly string[] {
  const headings = [
    ...textOf(name)
      .replaceAll(/^```.*?^```$/gms, '')
      .matchAll(/^#+ (.+)$/gm),
  ];
  return headings.map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe(`the ${pages.length} pages`, () => {
  const links = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = '']) => ({ name, target })),
  );

  test('say where a function comes from that their examples call', () => {
    const calls = pages.filter(({ text }) =>
      [...text.matchAll(/^```sh\n(.*?)^```$/gms)].some(([, code = '']) => /(?:^|[|(] ?)field /m.test(code)),
    );
    const unsaid = calls.filter(({ text }) => !/`field`|^field\(\)/m.test(text));
    expect(calls.length).toBeGreaterThan(10);
    expect(unsaid.map(({ name }) => name)).toEqual([]);
  });

  test(`link only to what is there, ${links.length} times`, () => {
    expect(links.length).toBeGreaterThan(20);
    const broken = links.filter(({ name, target }) => {
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? name : relative(root, resolve(root, dirname(name), path));
      return !existsSync(resolve(root, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  test('name only tests and files that exist', () => {
    const files = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/`((?:server|contract|client|docs)\/[\w./-]+\.\w+)`/g)].map(([, path = '']) => ({
        name,
        path,
      })),
    );
    expect(files.length).toBeGreaterThan(30);
    expect(files.filter(({ path }) => !existsSync(resolve(root, path)) && !path.includes('/0004-'))).toEqual(
      [],
    );
  });

  test('name only codes of the table', () => {
    const coded = [
      'shipping',
      'conventions',
      'webhooks',
      'operating',
      'couriers',
      'dispatch',
      'pricing',
      'notices',
      'tracking',
    ].map((name) => `docs/${name}.md`);
    const codes = coded.flatMap((name) =>
      [...textOf(name).matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map(([, code = '']) => code),
    );
    const variables = new Set(
      [...`${textOf('docs/operating.md')} ${textOf('docs/notices.md')}`.matchAll(/`([A-Z_]+)`/g)]
        .map(([, variable]) => variable)
        .filter((variable = '') => new RegExp(`\\b${variable}\\b`).test(configuration)),
    );
    expect(codes.filter((code) => !(code in ERRORS) && !variables.has(code))).toEqual([]);
  });
});

describe('docs/shipping.md', () => {
  test('tells every code that shipping can answer with, or a page beside it does', () => {
    const shipping = (Object.values(operations) as readonly Operation[]).filter(
      ({ tag }) => tag === 'Shipping' || tag === 'Test mode' || tag === 'Dispatch',
    );
    const codes = [...new Set(shipping.flatMap((operation) => errorsOf(operation)))];
    const told = [
      'shipping',
      'conventions',
      'couriers',
      'dispatch',
      'pricing',
      'notices',
      'payments',
      'imports-claims-reports',
      'accounts',
    ]
      .filter((name) => names.includes(`docs/${name}.md`))
      .map((name) => textOf(`docs/${name}.md`))
      .join(' ');
    expect(codes.filter((code) => !told.includes(`\`${code}\``))).toEqual([]);
  });

  test('has every status with its order status, and every move', () => {
    const rows = textOf('docs/shipping.md')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    for (const status of deliveryStatuses)
      expect(rows).toContainEqual([
        '',
        `\`${status}\``,
        expect.any(String),
        `\`${orderStatusOf(status)}\``,
        '',
      ]);
    const isTold = (from: string, to: string): boolean =>
      rows.some(([, source = '', target]) => source.includes(`\`${from}\``) && target === `\`${to}\``);
    expect(deliveryTransitions.filter(({ from, to }) => !isTold(from, to))).toEqual([]);
  });
});

test('docs/webhooks.md has every kind of event', () => {
  for (const kind of eventKinds) expect(textOf('docs/webhooks.md')).toContain(`| \`${kind}\` |`);
});

test('docs/operating.md and docs/notices.md have every variable that the configuration reads, and no other', () => {
  const read = [
    ...configuration.matchAll(/read\.(?:text|list|integer|number|flag|choice)\('([A-Z_]+)'/g),
  ].map(([, name = '']) => name);
  const section = (name: string, heading: string): string =>
    textOf(name).split(`## ${heading}`)[1]?.split('\n## ')[0] ?? '';
  const environment = `${section('docs/operating.md', 'Environment')}\n${section('docs/notices.md', 'For operators')}`;
  const told = [...environment.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(', ').map((name) => name.replaceAll('`', '')),
  );
  expect([...new Set(told)].toSorted()).toEqual([...new Set(read)].toSorted());
});

test('no line for a shell holds a remark: pasted into zsh, its words would be words of the command', () => {
  const remarks = pages.flatMap(({ name, text }) =>
    [...text.matchAll(/^```(?:sh|bash)\n(.*?)^```/gms)].flatMap(([, code = '']) =>
      code
        .split('\n')
        .filter((line) => /(?:^|\s)#\s/.test(line))
        .map((line) => `${name}: ${line}`),
    ),
  );
  expect(remarks).toEqual([]);
});
