import type { WaitingRow } from './import-work.queries.ts';

/**
 * Parts rows into waves, each of which can be created at once: those that share an order number or a batch follow one
 * another, so that the first in the file is the first created, and a batch's discount counts up.
 */
export function wavesOf(rows: readonly WaitingRow[]): readonly (readonly WaitingRow[])[] {
  const waves: WaitingRow[][] = [];
  let wave: WaitingRow[] = [];
  let shared = new Set<string>();
  for (const row of rows) {
    const keys = keysOf(row.body as { readonly order_number?: string; readonly batch_id?: string });
    if (keys.some((key) => shared.has(key))) {
      waves.push(wave);
      [wave, shared] = [[], new Set()];
    }
    wave.push(row);
    for (const key of keys) shared.add(key);
  }
  return wave.length > 0 ? [...waves, wave] : waves;
}

function keysOf({
  order_number,
  batch_id,
}: {
  readonly order_number?: string;
  readonly batch_id?: string;
}): readonly string[] {
  return [
    ...(order_number === undefined ? [] : [`order ${order_number}`]),
    ...(batch_id === undefined ? [] : [`batch ${batch_id}`]),
  ];
}
