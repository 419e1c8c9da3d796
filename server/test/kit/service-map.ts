import type { TestService } from './service.ts';

/** Fields of the rate card, and columns of zones by their code, that are other than shipped. */
export type MapChange = { readonly card?: object; readonly zones?: Readonly<Record<string, object>> };

/** Does something while the operator's map is another one, and puts the shipped map back. */
export async function withMap<T>(
  service: TestService,
  change: MapChange,
  work: () => Promise<T>,
): Promise<T> {
  const [{ card } = {}] = await service.query('SELECT card FROM rate_cards ORDER BY version DESC LIMIT 1');
  const zones = await service.query('SELECT code, to_jsonb(z) AS zone FROM zones z WHERE code = ANY ($1)', [
    Object.keys(change.zones ?? {}),
  ]);
  await putCard(service, { ...(card as object), ...change.card });
  for (const { code, zone } of zones)
    await putZone(service, { ...(zone as object), ...change.zones?.[String(code)] });
  await service.server.modules.shipping.refreshMap();
  try {
    return await work();
  } finally {
    await putCard(service, card as object);
    for (const { zone } of zones) await putZone(service, zone as object);
    await service.server.modules.shipping.refreshMap();
  }
}

async function putCard(service: TestService, card: object): Promise<void> {
  await service.query(
    'UPDATE rate_cards SET card = $1 WHERE version = (SELECT max(version) FROM rate_cards)',
    [JSON.stringify(card)],
  );
}

async function putZone(service: TestService, zone: object): Promise<void> {
  await service.query(
    `UPDATE zones z SET (aliases, service_levels, hours, cod_available, max_weight_kg, active) = (r.aliases, r.service_levels, r.hours, r.cod_available, r.max_weight_kg, r.active)
     FROM jsonb_populate_record(null::zones, $1) r WHERE z.code = r.code`,
    [JSON.stringify(zone)],
  );
}
