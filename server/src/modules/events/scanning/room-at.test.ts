import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Passage } from './scan-log.queries.ts';
import { countInside, roomAt } from './room-at.ts';

type Told = Passage & { readonly order: number };

const ADMITS = fc.integer({ min: 1, max: 3 });
const RE_ENTRY = fc.constantFrom('none', 'exit_required', 'unlimited');
/** Who came and went on a ticket, and in which order the doors tell it. */
const EVENING = fc
  .uniqueArray(
    fc.record({
      minute: fc.integer({ min: 0, max: 600 }),
      order: fc.integer(),
      result: fc.constantFrom('admitted' as const, 'exited' as const),
    }),
    { selector: ({ minute }) => minute, maxLength: 12 },
  )
  .map((scans) =>
    scans.map(({ minute, order, result }) => ({
      id: String(minute),
      result,
      at: new Date(minute * 60_000),
      order,
    })),
  );

const byTime = (passages: readonly Passage[]) =>
  passages.toSorted((one, other) => one.at.getTime() - other.at.getTime());

/** The rule, told as a walk through the evening: how many came while there was no room for them. */
function walk(
  passages: readonly Passage[],
  { reEntry, admits }: { reEntry: string; admits: number },
): number {
  let [inside, entered, tooMany] = [0, 0, 0];
  for (const { result } of byTime(passages)) {
    if (result === 'exited') inside = Math.max(0, inside - 1);
    else {
      const taken = reEntry === 'none' ? entered : inside;
      if (reEntry !== 'unlimited' && taken >= admits) tooMany += 1;
      entered += 1;
      inside = Math.min(admits, inside + 1);
    }
  }
  return tooMany;
}

/** Who of them is marked, as each is told and weighed in turn. */
function tell(
  told: readonly Told[],
  { reEntry, admits }: { reEntry: 'none' | 'exit_required' | 'unlimited'; admits: number },
) {
  const heard: Passage[] = [];
  return told.map((one) => {
    const passages = byTime(heard);
    const standing = {
      re_entry: reEntry,
      admits,
      entries: heard.filter(({ result }) => result === 'admitted').length,
      inside: countInside(passages, admits),
    };
    const { hasRoom } = roomAt(one.at, standing, passages);
    heard.push(one);
    return { one, heard: [...heard], marked: one.result === 'admitted' && !hasRoom };
  });
}

test('a scan told late is marked where the evening, in the order of its times, has one too many more with it', () => {
  fc.assert(
    fc.property(EVENING, RE_ENTRY, ADMITS, (evening, reEntry, admits) => {
      const rule = { reEntry, admits };
      const told = evening.toSorted((one, other) => one.order - other.order);
      for (const { one, heard, marked } of tell(told, rule)) {
        if (one.result !== 'admitted') continue;
        const before = walk(heard.slice(0, -1), rule);
        expect(marked).toBe(walk(heard, rule) > before);
      }
    }),
  );
});

test('as many are marked as came too many, in whichever order the doors tell who came, once it is known who went', () => {
  fc.assert(
    fc.property(EVENING, RE_ENTRY, ADMITS, (evening, reEntry, admits) => {
      const rule = { reEntry, admits };
      const told = evening.toSorted(
        (one, other) =>
          Number(one.result === 'admitted') - Number(other.result === 'admitted') || one.order - other.order,
      );
      expect(tell(told, rule).filter(({ marked }) => marked)).toHaveLength(walk(evening, rule));
    }),
  );
});

test('nobody is marked while the order of times has nobody too many', () => {
  fc.assert(
    fc.property(EVENING, RE_ENTRY, ADMITS, (evening, reEntry, admits) => {
      const rule = { reEntry, admits };
      const told = evening.toSorted((one, other) => one.order - other.order);
      for (const { heard, marked } of tell(told, rule))
        if (walk(heard, rule) === 0) expect(marked).toBe(false);
    }),
  );
});

test('who leaves late is inside by who had come by then, not by who is there now', () => {
  const passages = [
    { id: 'in', result: 'admitted' as const, at: new Date(0) },
    { id: 'out', result: 'exited' as const, at: new Date(60_000) },
  ];
  const standing = { re_entry: 'exit_required' as const, admits: 1, entries: 1, inside: 0 };
  expect(roomAt(new Date(30_000), standing, passages).isInside).toBe(true);
  expect(roomAt(new Date(90_000), standing, passages).isInside).toBe(false);
});
