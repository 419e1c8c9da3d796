import { describe, expect, test } from 'vitest';
import { readCsvRecords } from './read-csv-records.ts';

const limits = { rowsMax: 3, row: 'booking' };
const read = (text: string) => readCsvRecords(text, limits);

test('cells come as a spreadsheet wrote them, whatever parts them', async () => {
  expect(await read('a;b\n1,5;"x ""y""\nz"\n')).toEqual({
    delimiter: ';',
    header: ['a', 'b'],
    rows: [{ number: 1, cells: ['1,5', 'x "y"\nz'] }],
  });
});

test('what our own CSV guards against spreadsheets is read as it was; a quote before anything else stays', async () => {
  const { rows } = await read(`phone,note\n'+23276123456,'=1+1\n078 234567,'tis\n"'-5","'@x"\n`);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['+23276123456', '=1+1'],
    ['078 234567', "'tis"],
    ['-5', '@x'],
  ]);
});

test('a row is told by where it stands below the header, whatever is left empty between', async () => {
  const { header, rows } = await read('\n,,\na,b\n\n1,"x\n\ny"\n,\n  \n\n2,z\n');
  expect([header, ...rows]).toEqual([
    ['a', 'b'],
    { number: 2, cells: ['1', 'x\n\ny'] },
    { number: 6, cells: ['2', 'z'] },
  ]);
});

test('empty lines are no rows, however many there are', async () => {
  expect((await read(`a,b\n1,2\n${'\n,\n'.repeat(50)}3,4\n`)).rows).toEqual([
    { number: 1, cells: ['1', '2'] },
    { number: 102, cells: ['3', '4'] },
  ]);
});

describe('a file that is too much is refused before its cells are made', () => {
  test.each([
    ['a line of commas', ','.repeat(5_000_000), 'INVALID_CSV'],
    ['a row of commas', `a,b\n${','.repeat(5_000_000)}`, 'INVALID_CSV'],
    ['a header of many names', `${'a,'.repeat(20_000)}b\n1,2`, 'INVALID_CSV'],
    ['a cell that never ends', `a,b\n"${'x\n'.repeat(500_000)}`, 'INVALID_CSV'],
    ['too many rows', `a,b\n${'1,2\n'.repeat(1_000_000)}`, 'TOO_MANY_ITEMS'],
    ['no rows', 'a,b\n', 'INVALID_CSV'],
  ])('%s', async (_what, text, code) => {
    await expect(read(text)).rejects.toMatchObject({ code });
  });
});
