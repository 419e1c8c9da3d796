import { statement, type Runner } from '../store/index.ts';

const reserve = statement({
  name: 'outbox.reservePlaces',
  params: { places: 'int4' },
  row: { place: 'int8?' },
  sql: `SELECT nextval('outbox_id_seq') AS place FROM generate_series(1, :places)`,
});

/** Places in the outbox before everything that is written from here on; one that is not used stays empty. */
export async function reservePlaces(runner: Runner, places: number): Promise<readonly bigint[]> {
  return (await runner.run(reserve, { places })).flatMap(({ place }) => (place === null ? [] : [place]));
}
