import type { ZoneItem } from '@cottontree/contract';
import type { FormState } from '../../kit/form/use-form.ts';
import type { FormValues } from '../../kit/form/values.ts';

export const KINDS = ['area', 'town', 'city', 'district', 'country'];
export const LEVELS = ['standard', 'express', 'scheduled'];
export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** What stands in the form for a zone; a new one is a circle that is always open. */
export function valuesOf(zone: ZoneItem | null): FormValues {
  const [hours] = zone?.hours ?? [];
  return {
    code: zone?.code ?? '',
    name: zone?.name ?? '',
    kind: zone?.kind ?? 'area',
    aliases: zone?.aliases.join(', ') ?? '',
    district: zone?.district ?? '',
    'center.lat': zone ? String(zone.center.lat) : '',
    'center.lng': zone ? String(zone.center.lng) : '',
    radius_km: zone ? String(zone.radius_km) : '',
    border: zone?.geometry ? cornersText(zone.geometry) : '',
    service_levels: zone ? [...zone.service_levels] : ['standard', 'express'],
    base_fee: zone ? String(zone.base_fee) : '',
    estimated_minutes: zone ? String(zone.estimated_minutes) : '',
    cod_available: zone?.cod_available ?? true,
    has_hours: hours !== undefined,
    days: hours ? [...hours.days] : DAYS,
    from: hours?.from ?? '08:00',
    to: hours?.to ?? '20:00',
  };
}

type Polygon = {
  readonly type?: unknown;
  readonly coordinates?: readonly (readonly (readonly number[])[])[];
};

/** The corners of a drawn border, one a line, `8.4863, -13.2349`; of several parts the first. */
export function cornersText(geometry: object): string {
  const { type, coordinates } = geometry as Polygon;
  const ring = type === 'Polygon' ? coordinates?.[0] : undefined;
  return (ring ?? [])
    .slice(0, -1)
    .map(([lng, lat]) => `${lat}, ${lng}`)
    .join('\n');
}

/** A GeoJSON polygon of corners that were written one a line; null for none, undefined where a line is none. */
export function polygonOf(text: string): object | null | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0) return null;
  const corners = lines.map((line) => line.split(/[,;\s]+/).map(Number));
  if (corners.length < 3 || corners.some((corner) => corner.length !== 2 || corner.some(Number.isNaN)))
    return undefined;
  const ring = corners.map(([lat, lng]) => [lng, lat]);
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
}

/** The body of a request for what stands in the form. */
export function zoneBody(form: FormState, border: object | null): Record<string, unknown> {
  const { values } = form;
  const text = (name: string): string => form.text(name).trim();
  const number = (name: string): number | null => (text(name) === '' ? null : Number(text(name)));
  const [lat, lng] = [number('center.lat'), number('center.lng')];
  return {
    name: text('name'),
    kind: text('kind'),
    aliases: text('aliases')
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
    district: text('district') || null,
    center: lat === null || lng === null ? null : { lat, lng },
    radius_km: number('radius_km'),
    geometry: border,
    service_levels: values.value['service_levels'],
    base_fee: text('base_fee') === '' ? null : text('base_fee').replaceAll(',', ''),
    estimated_minutes: number('estimated_minutes'),
    cod_available: values.value['cod_available'] === true,
    hours:
      values.value['has_hours'] === true
        ? [{ days: values.value['days'], from: text('from'), to: text('to') }]
        : [],
  };
}
