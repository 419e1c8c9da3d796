import { describe, expect, test } from 'vitest';
import { manifestName, partName, rangeName, SEGMENT_BYTES } from './names.ts';
import { planRestore } from './plan-restore.ts';
import { whatIsOver } from './prune-archive.ts';
import type { StoredObject } from './storage.ts';

const A = '20261101T000000000Z-aaaaaaaa';
const B = '20261115T000000000Z-bbbbbbbb';
const day = (number: number, hour = 0): Date => new Date(Date.UTC(2026, 10, number, hour));
/** Where a file of the log begins. */
const segment = (number: number): bigint => BigInt(number) * SEGMENT_BYTES;
const object = (name: string): StoredObject => ({ name, bytes: 1 });

/** A base copy that was finished at noon of a day, when the log was at a hundred for each day. */
function base(
  lineage: string,
  number: number,
  consistent = segment(number * 100 + 50),
): readonly StoredObject[] {
  const id = `202611${String(number).padStart(2, '0')}T110000000Z-cccccccc`;
  const place = { lineage, id };
  const end = segment(number * 100 + 50);
  return [
    object(partName(place, 0)),
    object(partName(place, 1)),
    object(manifestName(place, { timeline: 1, from: end - segment(5), consistent, at: day(number, 12) })),
  ];
}

/** The log of some days, a stretch for each quarter of a day. */
function log(lineage: string, first: number, last: number): readonly StoredObject[] {
  return Array.from({ length: (last - first + 1) * 4 }, (_, quarter) => {
    const from = first * 100 + quarter * 25;
    const until = day(first, (quarter + 1) * 6);
    return object(
      rangeName(lineage, { timeline: 1, from: segment(from), to: segment(from + 25), until, writer: 1 }),
    );
  });
}

const rangesOf = (plan: ReturnType<typeof planRestore>): readonly string[] =>
  plan.ranges.map(({ name }) => name);

describe('what is restored', () => {
  const whole = [...base(A, 1), ...base(A, 2), ...log(A, 1, 3)];

  test('of a moment, is the last base copy before it and the log up to the moment: what came later is not asked for', () => {
    const plan = planRestore(whole, { at: day(2, 13), lineage: null });
    expect(plan.base.at).toEqual(day(2, 12));
    expect(plan.until).toEqual(day(2, 18));
    expect(rangesOf(plan)).toEqual(
      log(A, 1, 3)
        .slice(5, 7)
        .map(({ name }) => name),
    );
    expect(planRestore(whole, { at: day(2, 11), lineage: null }).base.at).toEqual(day(1, 12));
  });

  test('of a moment after the clock was ahead for a while, is all up to the moment, and not up to where it went ahead', () => {
    const ahead = log(A, 1, 3).with(
      5,
      object(rangeName(A, { timeline: 1, from: segment(225), to: segment(250), until: day(20), writer: 1 })),
    );
    const plan = planRestore([...base(A, 1), ...ahead], { at: day(3, 7), lineage: null });
    expect([plan.until, plan.stopsByTime]).toEqual([day(3, 6), false]);
    expect(rangesOf(plan)).toEqual(ahead.slice(1, 9).map(({ name }) => name));
    const before = planRestore([...base(A, 1), ...ahead], { at: day(2, 5), lineage: null });
    expect([before.until, before.stopsByTime]).toEqual([day(2, 6), true]);
  });

  test('of a moment at which the last stretch ends, is all of the log, for what was committed at that moment comes after it', () => {
    const at = day(2, 18);
    expect(planRestore(whole, { at, lineage: null })).toMatchObject({ until: day(3) });
    expect(planRestore(whole, { at: day(4), lineage: null })).toMatchObject({ until: day(4) });
  });

  test('of a moment just after the base copy, is at least the log that makes it consistent', () => {
    const place = { lineage: A, id: '20261102T110000000Z-cccccccc' };
    const late = manifestName(place, {
      timeline: 1,
      from: segment(245),
      consistent: segment(260),
      at: day(2, 12),
    });
    const plan = planRestore([object(late), ...log(A, 1, 3)], { at: day(2, 13), lineage: null });
    expect(plan.ranges.at(-1)?.to).toBe(segment(275));
  });

  test('has the file of the log in which the copy begins from its start, though a stretch ended just before the copy', () => {
    const name = manifestName(
      { lineage: A, id: '20261102T110000000Z-cccccccc' },
      { timeline: 1, from: segment(225) + 328n, consistent: segment(226), at: day(2, 12) },
    );
    const ends = [segment(200), segment(225) + 200n, segment(225) + 500n, segment(230)];
    const stretches = ends.slice(1).map((to, place) => {
      const from = ends[place] ?? 0n;
      return object(rangeName(A, { timeline: 1, from, to, until: day(2, 14), writer: 1 }));
    });
    const archived = [object(name), ...stretches];
    expect(rangesOf(planRestore(archived, { at: null, lineage: null }))).toEqual(
      stretches.map((one) => one.name),
    );
    expect(whatIsOver(archived, { now: day(30), keepDays: 14 })).toEqual([]);
    expect(() => planRestore([object(name), ...stretches.slice(1)], { at: null, lineage: null })).toThrow(
      'There is no whole base copy',
    );
  });

  test('as late as there is, is the last base copy', () => {
    expect(planRestore(whole, { at: null, lineage: null })).toMatchObject({
      base: { at: day(2, 12) },
      until: day(4),
    });
  });

  test('as late as there is, is refused where log was deleted and more comes after it, and the last moment before it is told', () => {
    const days = log(A, 1, 3);
    const holed = [...base(A, 1), ...days.toSpliced(6, 1)];
    expect(() => planRestore(holed, { at: null, lineage: null })).toThrow(
      `Log is missing in ${A}, between ${days[5]?.name} and ${days[7]?.name}: what was committed from there on cannot be restored. The latest moment before it: --at 2026-11-02T12:00:00.000Z`,
    );
    expect(planRestore(holed, { at: day(2, 12), lineage: null })).toMatchObject({ until: day(2, 12) });
    expect(planRestore([...holed, ...base(A, 3)], { at: null, lineage: null })).toMatchObject({
      base: { at: day(3, 12) },
      until: day(4),
    });
  });

  test('of a moment before the first copy, after the last change or in none at all, is nothing, and the moments there are get told', () => {
    for (const at of [day(1, 11), day(4, 1)])
      expect(() => planRestore(whole, { at, lineage: null })).toThrow(
        `${at.toISOString()} cannot be restored. There is: ${A} from 2026-11-01T12:00:00.000Z to 2026-11-04T00:00:00.000Z.`,
      );
    expect(() => planRestore(log(A, 1, 2), { at: null, lineage: null })).toThrow(
      'There is no whole base copy in BACKUP_TO',
    );
    expect(() => planRestore(whole, { at: null, lineage: B })).toThrow(`There is no whole base copy of ${B}`);
  });

  test('ends where there is a hole in the log, and goes on with the base copy after it', () => {
    const holed = [...base(A, 1), ...base(A, 3), ...log(A, 1, 1), ...log(A, 3, 4)];
    expect(() => planRestore(holed, { at: day(2, 13), lineage: null })).toThrow(
      `There is: ${A} from 2026-11-01T12:00:00.000Z to 2026-11-02T00:00:00.000Z; ${A} from 2026-11-03T12:00:00.000Z to 2026-11-05T00:00:00.000Z.`,
    );
    expect(planRestore(holed, { at: day(1, 20), lineage: null }).base.at).toEqual(day(1, 12));
    expect(planRestore(holed, { at: day(4), lineage: null }).base.at).toEqual(day(3, 12));
  });

  test('never is a base copy that the log does not make consistent', () => {
    const [first, second] = log(A, 1, 1);
    if (!first || !second) throw new Error('There is no log.');
    expect(() => planRestore([...base(A, 1), first], { at: null, lineage: null })).toThrow(
      'no whole base copy',
    );
    expect(planRestore([...base(A, 1), first, second], { at: null, lineage: null }).until).toEqual(
      day(1, 12),
    );
  });

  test('is the same where stretches of the log overlap', () => {
    const twice = object(
      rangeName(A, { timeline: 1, from: segment(160), to: segment(190), until: day(1, 15), writer: 1 }),
    );
    const plan = planRestore([...base(A, 1), ...log(A, 1, 1), twice], { at: null, lineage: null });
    expect(plan.until).toEqual(day(2));
  });

  test('is what the later writer sent, where two wrote at once', () => {
    const [a, b, c, d] = [
      { from: segment(100), to: segment(160), writer: 1 },
      { from: segment(160), to: segment(200), writer: 1 },
      { from: segment(170), to: segment(180), writer: 2 },
      { from: segment(180), to: segment(190), writer: 2 },
    ].map((range) => object(rangeName(A, { ...range, timeline: 1, until: day(1, 18) })));
    const late = object(
      rangeName(A, { timeline: 1, from: segment(200), to: segment(240), writer: 1, until: day(1, 19) }),
    );
    if (!a || !b || !c || !d) throw new Error('There is no log.');
    const { ranges, until } = planRestore([...base(A, 1), a, b, c, d, late], { at: null, lineage: null });
    expect(ranges.map(({ from, to, writer }) => [from, to, writer])).toEqual([
      [segment(100), segment(160), 1],
      [segment(160), segment(170), 1],
      [segment(170), segment(180), 2],
      [segment(180), segment(190), 2],
    ]);
    expect(until).toEqual(day(1, 18));
    // Until when a stretch is of which a part counts, nobody knows: what comes after it belongs to the moment.
    const at = { at: day(1, 13), lineage: null };
    expect(planRestore([...base(A, 1), a, b, c, d], at).ranges).toHaveLength(1);
    expect(planRestore([...base(A, 1, segment(165)), a, b, c, d], at).ranges).toHaveLength(3);
  });

  test('is asked about where two data directories went on at once', () => {
    const both = [...whole, ...base(B, 2), ...log(B, 2, 3)];
    expect(() => planRestore(both, { at: day(3), lineage: null })).toThrow('Say which with --lineage.');
    expect(() => planRestore(both, { at: null, lineage: null })).toThrow('Say which with --lineage.');
    expect(planRestore(both, { at: day(3), lineage: B }).base.lineage).toBe(B);
    expect(planRestore(both, { at: day(2, 1), lineage: null }).base.lineage).toBe(A);
  });
});

describe('what is over', () => {
  const kept = [...base(A, 1), ...base(A, 2), ...base(A, 3), ...base(A, 4), ...log(A, 1, 4).slice(1)];
  const keeping = { now: day(5, 13), keepDays: 2 };

  test('is what no moment of the days that are kept needs: copies before the last older one, and the log before that', () => {
    const over = new Set(whatIsOver(kept, keeping));
    const left = kept.filter(({ name }) => !over.has(name));
    for (const at of [day(3, 13), day(3, 18), day(4, 23)]) {
      const plan = planRestore(left, { at, lineage: null });
      expect(plan).toEqual(planRestore(kept, { at, lineage: null }));
    }
    expect([...over]).toEqual(
      [
        ...base(A, 1).slice(2),
        ...base(A, 2).slice(2),
        ...base(A, 1).slice(0, 2),
        ...base(A, 2).slice(0, 2),
        ...log(A, 1, 4).slice(1, 9),
      ].map(({ name }) => name),
    );
  });

  test('is nothing while nothing is old, and never the only whole copy', () => {
    expect(whatIsOver(kept, { ...keeping, keepDays: 14 })).toEqual([]);
    const alone = [...base(A, 2), ...log(A, 2, 2)];
    expect(whatIsOver(alone, { ...keeping, now: day(28) })).toEqual([
      rangeName(A, { timeline: 1, from: segment(200), to: segment(225), until: day(2, 6), writer: 1 }),
    ]);
    expect(whatIsOver(log(A, 1, 4), keeping)).toEqual([]);
  });

  test('is told by the log and not by the clock of a copy, which may have been wrong', () => {
    const ahead = { lineage: A, id: '20280101T110000000Z-cccccccc' };
    const dated = {
      timeline: 1,
      from: segment(45),
      consistent: segment(50),
      at: new Date('2028-01-01T12:00:00Z'),
    };
    const wrong = [object(partName(ahead, 0)), object(manifestName(ahead, dated))];
    const all = [...wrong, ...base(A, 1), ...base(A, 2), ...log(A, 0, 20)];
    const over = whatIsOver(all, { now: day(20), keepDays: 14 });
    expect(over).toEqual(expect.arrayContaining(wrong.map(({ name }) => name)));
    expect(over).not.toContain(base(A, 2)[0]?.name);
  });

  test('is a copy that was cut short', () => {
    const cut = { lineage: A, id: '20261104T200000000Z-dddddddd' };
    const objects = [...kept, object(partName(cut, 0))];
    expect(whatIsOver(objects, { ...keeping, keepDays: 14 })).toEqual([partName(cut, 0)]);
  });
});
