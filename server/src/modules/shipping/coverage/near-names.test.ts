import { expect, test } from 'vitest';
import shipped from '../../../../data/zones.sl.json' with { type: 'json' };
import { bookOfNames, nearNames } from './near-names.ts';
import { readZones } from './read-zones.ts';

const file = readZones(shipped, { currency: 'SLE' });
if (!file.ok) throw new Error(JSON.stringify(file.problems));
const zones = file.zones;
const book = bookOfNames(zones);

test.each([
  ['Lumly', 'Lumley'],
  ['lumeley', 'Lumley'],
  ['LÚMLY', 'Lumley'],
  ['Lulmey', 'Lumley'],
  ['Frettown', 'Freetown'],
  ['Keneema', 'Kenema'],
  ['Macdenni Makeni', 'Makeni'],
  ['Lumley, Freetown', 'Freetown'],
  ['Lunggi', 'Lungi'],
  ['Congo Cros', 'Congo Cross'],
  ['Wilbaforce', 'Wilberforce'],
])('%j was meant for %j', (text, name) => {
  expect(nearNames(book, text)[0]).toBe(name);
});

test.each(['Monrovia', 'Conakry', 'London', 'Ouagadougou', 'X', '', '!!!', '東京'])(
  'nothing is near %j',
  (text) => {
    expect(nearNames(book, text)).toEqual([]);
  },
);

test('at most three are told, one of each zone, and none that is closed', () => {
  expect(nearNames(book, 'Lumley Freetown Makeni Kenema Kailahun')).toHaveLength(3);
  expect(nearNames(book, 'Lumley Beech')).toEqual(['Lumley']);
  const closed = bookOfNames(zones.map((zone) => ({ ...zone, active: zone.code !== 'FT-LUM' })));
  expect(nearNames(closed, 'Lumly')).not.toContain('Lumley');
});
