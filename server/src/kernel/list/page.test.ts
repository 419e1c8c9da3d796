import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Failure } from '../call/failure.ts';
import { listMeta, readPage, rowsWanted, shownRows, type CursorPosition } from './page.ts';

type Row = { readonly at: Date; readonly id: string };
const WAY = { order: 'listParcels -created_at', narrowed: {} };
const positionOf = (row: Row): CursorPosition => row;
const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ at: new Date(1_790_000_000_000 + at), id: `SHP-${at}` }));

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
  return 'none';
}

test('a request that names nothing asks for the first twenty', () => {
  expect(readPage({}, WAY)).toMatchObject({ page: 1, limit: 20, offset: 0, after: null });
});

test('page and limit say how many to skip', () => {
  expect(readPage({ page: 4, limit: 25 }, WAY)).toMatchObject({ page: 4, limit: 25, offset: 75 });
});

test('the last page within reach is 100,000 items deep; behind it cursor is named', () => {
  expect(readPage({ page: 1_000, limit: 100 }, WAY).offset).toBe(99_900);
  expect(codeOf(() => readPage({ page: 1_001, limit: 100 }, WAY))).toBe('PAGE_TOO_DEEP');
  expect(() => readPage({ page: 1_001, limit: 100 }, WAY)).toThrow(/cursor/);
  expect(codeOf(() => readPage({ page: Number.MAX_SAFE_INTEGER, limit: 1 }, WAY))).toBe('PAGE_TOO_DEEP');
});

test('one row more than shown tells that a page follows, not the total', () => {
  const page = readPage({ limit: 2 }, WAY);
  expect(rowsWanted(page)).toBe(3);
  expect(listMeta({ page, total: 2, rows: rowsOf(3) })).toEqual({
    page: 1,
    limit: 2,
    total: 2,
    has_next_page: true,
  });
  expect(listMeta({ page, total: 9, rows: rowsOf(2), positionOf })).toEqual({
    page: 1,
    limit: 2,
    total: 9,
    has_next_page: false,
    next_cursor: null,
  });
  expect(shownRows(page, rowsOf(3))).toHaveLength(2);
});

test('the cursor leads to what follows the last row shown, and counts the pages', () => {
  const meta = listMeta({
    page: readPage({ page: 3, limit: 2 }, WAY),
    total: 9,
    rows: rowsOf(3),
    positionOf,
  });
  const next = readPage({ cursor: meta.next_cursor ?? '', limit: 2, page: 1 }, WAY);
  expect(next).toMatchObject({ page: 4, limit: 2, offset: 0, after: rowsOf(2)[1] });
  const beyond = listMeta({ page: next, total: 9, rows: rowsOf(3), positionOf });
  expect(readPage({ cursor: beyond.next_cursor ?? '' }, WAY).page).toBe(5);
});

test('a cursor leads nowhere in another list, or in another order of its own', () => {
  const meta = listMeta({ page: readPage({ limit: 2 }, WAY), total: 9, rows: rowsOf(3), positionOf });
  const cursor = meta.next_cursor ?? '';
  for (const order of ['listParcels created_at', 'listOthers -created_at'])
    expect(codeOf(() => readPage({ cursor }, { ...WAY, order }))).toBe('VALIDATION_ERROR');
});

test('a cursor leads nowhere in its own list where that is narrowed by something else', () => {
  const narrowedBy = (narrowed: Readonly<Record<string, unknown>>) => ({ ...WAY, narrowed });
  const ways = [{}, { status: 'pending' }, { status: 'assigned' }, { status: 'pending', q: 'a' }].map(
    narrowedBy,
  );
  for (const way of ways) {
    const meta = listMeta({ page: readPage({ limit: 2 }, way), total: 9, rows: rowsOf(3), positionOf });
    const cursor = meta.next_cursor ?? '';
    for (const other of ways)
      expect(codeOf(() => readPage({ cursor, limit: 9 }, other))).toBe(
        other === way ? 'none' : 'VALIDATION_ERROR',
      );
    expect(readPage({ cursor }, narrowedBy({ ...way.narrowed, other: undefined })).page).toBe(2);
  }
});

test('pages of a walk without end are counted as far as a cursor can write them', () => {
  const positioned = { total: 9, rows: rowsOf(3), positionOf };
  const far = { ...readPage({ limit: 2 }, WAY), page: 999_999 };
  const next = readPage({ cursor: listMeta({ page: far, ...positioned }).next_cursor ?? '' }, WAY);
  expect(next).toMatchObject({ page: 999_999, after: rowsOf(2)[1] });
});

test('a cursor of a version before, which names no list, leads on in any', () => {
  const cursor = Buffer.from('7.1790000000000.SHP-1').toString('base64url');
  expect(readPage({ cursor }, WAY)).toMatchObject({ page: 7, after: { id: 'SHP-1' } });
});

test('a cursor that names its list and not what narrows it leads on in that list', () => {
  const { mark } = readPage({}, WAY);
  const marked = Math.floor(mark / 10_000_000_000) * 10_000_000_000 + 7;
  const cursor = Buffer.from(`${marked}.1790000000000.SHP-1`).toString('base64url');
  const narrowed = { status: 'pending' };
  expect(readPage({ cursor }, { ...WAY, narrowed })).toMatchObject({ page: 7, after: { id: 'SHP-1' } });
  expect(codeOf(() => readPage({ cursor }, { order: 'listOthers', narrowed }))).toBe('VALIDATION_ERROR');
});

test('every position comes back out of its cursor', () => {
  const position = fc.record({
    at: fc.date({ min: new Date(0), max: new Date(Date.UTC(9999, 11, 31)), noInvalidDate: true }),
    id: fc.stringMatching(/^[\w-]{1,64}$/),
  });
  fc.assert(
    fc.property(position, (at) => {
      const meta = listMeta({ page: readPage({ limit: 1 }, WAY), total: 2, rows: [at, at], positionOf });
      expect(meta.next_cursor?.length).toBeLessThanOrEqual(200);
      expect(readPage({ cursor: meta.next_cursor ?? '' }, WAY).after).toEqual(at);
    }),
  );
});

test.each([
  '',
  'x',
  '2',
  'null',
  '{}',
  Buffer.from('2.17.').toString('base64url'),
  Buffer.from('2.17.a\u0000b').toString('base64url'),
  Buffer.from('2.999999999999999.SHP-1').toString('base64url'),
  Buffer.from("2.17.' OR 1=1").toString('base64url'),
  `${Buffer.from('2.17.SHP-1').toString('base64url')}==`,
])('the cursor %j is no cursor', (cursor) => {
  expect(codeOf(() => readPage({ cursor }, WAY))).toBe('VALIDATION_ERROR');
});

test('no text makes the cursor fail otherwise than by refusal', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (cursor) => {
      expect(['none', 'VALIDATION_ERROR']).toContain(codeOf(() => readPage({ cursor }, WAY)));
    }),
  );
});
