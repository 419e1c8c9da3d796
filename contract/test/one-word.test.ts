import { expect, test } from 'vitest';
import { openApi } from '../src/index.ts';

/** What means the same; the first is the word for it. */
const SAME: readonly (readonly [string, ...string[]])[] = [
  ['percent', 'percentage'],
  ['fixed', 'amount', 'flat', 'absolute'],
  ['succeeded', 'succeed', 'success', 'successful'],
  ['succeeded_late', 'succeed_late'],
  ['failed', 'fail', 'failure'],
  ['cancelled', 'cancel', 'canceled'],
  ['expired', 'expire', 'timed_out'],
  ['completed', 'complete', 'done', 'finished'],
  ['void', 'voided'],
  ['returned', 'sent_back'],
  ['mobile_money', 'momo', 'wallet'],
];

type Kept = { readonly others: readonly string[]; readonly why: string };
const BEFORE = 'Taken until /v2; the word itself stands beside it.';
const STEP = 'What somebody does, not what becomes of it.';
const STATE = 'A state in answers, which stays until /v2.';

/** Where other words stay. */
const KEPT: Readonly<Record<string, Kept>> = {
  'outcome: succeeded|failed|expired|cancelled|processing|succeeded_late|wrong_amount|succeed|fail|expire|cancel|succeed_late':
    { others: ['succeed', 'succeed_late', 'fail', 'cancel', 'expire'], why: BEFORE },
  'kind: percent|amount': { others: ['amount'], why: BEFORE },
  'drill: slow|duplicate|reorder|fail': { others: ['fail'], why: STEP },
  'mode: slow|duplicate|reorder|fail': { others: ['fail'], why: STEP },
  'kind: arrive|pick_up|verify|depart|proof|attempt|fail|deliver': { others: ['fail'], why: STEP },
  'next_steps: arrive_pickup|verify_pickup|pick_up|depart|arrive_dropoff|verify_delivery|deliver|proof|attempt|fail':
    { others: ['fail'], why: STEP },
  'outcome: done|repeated|refused': { others: ['done'], why: STATE },
  'outcome: done|unknown': { others: ['done'], why: STATE },
  'status: pending|done|failed': { others: ['done'], why: STATE },
  'status: none|running|done': { others: ['done'], why: STATE },
  'status: queued|running|done|failed|cancelled': { others: ['done'], why: STATE },
  'status: parked|open|pending_payment|completed|cancelled|expired|voided|partially_refunded|refunded': {
    others: ['voided'],
    why: STATE,
  },
};

type Listed = {
  readonly list: string;
  readonly words: readonly string[];
  /** Those of the fields beside it as well. */ readonly near: readonly string[];
};

/** Every closed list of words, by the name of the field that has it. */
function listsIn(node: unknown, field: string, near: readonly string[] = []): readonly Listed[] {
  if (Array.isArray(node)) return node.flatMap((part) => listsIn(part, field, near));
  if (typeof node !== 'object' || node === null) return [];
  const words = wordsOf(node);
  const { name = field, properties } = node as { readonly name?: unknown; readonly properties?: object };
  const beside = Object.values(properties ?? {}).flatMap(wordsOf);
  const fields = Object.entries(properties ?? {}).flatMap(([key, part]) => listsIn(part, key, beside));
  const others = Object.entries(node).filter(([key]) => key !== 'properties');
  return [
    ...(words.length > 0 ? [{ list: `${field}: ${words.join('|')}`, words, near: [...words, ...near] }] : []),
    ...fields,
    ...others.flatMap(([, part]) => listsIn(part, typeof name === 'string' ? name : field, near)),
  ];
}

function wordsOf(node: unknown): readonly string[] {
  const words: unknown = typeof node === 'object' && node !== null && 'enum' in node ? node.enum : [];
  return Array.isArray(words) ? words.filter((word): word is string => typeof word === 'string') : [];
}

const lists = listsIn(JSON.parse(JSON.stringify(openApi())), '');
const found = lists.flatMap(({ list, words, near }) =>
  SAME.flatMap(([word, ...others]) =>
    others
      .filter((other) => words.includes(other))
      .map((other) => ({ list, other, hasWord: near.includes(word) })),
  ),
);

test('what has a word is said in that word wherever the contract lists words', () => {
  const kept = Object.entries(KEPT).flatMap(([list, { others }]) =>
    others.map((other) => `${other} in ${list}`),
  );
  expect([...new Set(found.map(({ list, other }) => `${other} in ${list}`))].sort()).toEqual(kept.sort());
});

test('where an earlier word is still taken or answered, the word itself is as well', () => {
  expect(found.filter(({ list, hasWord }) => KEPT[list]?.why === BEFORE && !hasWord)).toEqual([]);
});
