import type { Data, Operations } from '@cottontree/contract';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { hrefOf } from '../../kit/list/address.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note, Tag } from '../../kit/parts/note.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { common } from '../../kit/text/common.ts';
import type { PageProps } from '../place.ts';
import { at } from '../paths.ts';
import { Columns, Page } from '../shell/page.tsx';
import { deliveriesTexts } from './texts.ts';
import { said } from './words.ts';
import { zoneTexts as t } from './zones-texts.ts';
import './deliveries.css';

type Zone = Data<Operations['getZone']>;

/** One zone: what it costs, how fast, when, and what it looks like. */
export function ZonePage({ params }: PageProps): VNode {
  const { answer, error, again } = useCall(client.getZone, { params: { id: params['id'] ?? '' } });
  const zone = answer?.data;
  const crumbs = [
    [deliveriesTexts.title, at('/deliveries')] as const,
    [deliveriesTexts.zones, at('/deliveries/zones')] as const,
  ];
  if (!zone)
    return (
      <Page title={deliveriesTexts.zones} crumbs={crumbs}>
        {error ? <Problem error={error} again={again} /> : <Loading kind="detail" />}
      </Page>
    );
  return (
    <Page
      title={zone.name}
      crumbs={crumbs}
      badge={<Tag mono>{zone.code}</Tag>}
      acts={
        may('shipping:write') &&
        zone.active && (
          <ButtonLink kind="primary" href={hrefOf(at('/deliveries/new'), { delivery_city: zone.name })}>
            {t.send}
          </ButtonLink>
        )
      }
    >
      {!zone.active && <Note meaning="wait">{t.notServed}</Note>}
      <Columns main={<Border zone={zone} />} side={<Facts zone={zone} />} />
    </Page>
  );
}

function Facts({ zone }: { readonly zone: Zone }): VNode {
  const hours = zone.hours.map(
    ({ days, from, to }) => `${days.map((day) => t[day]).join(' ')} ${from}–${to}`,
  );
  return (
    <Card title={t.price}>
      <KeyValues
        rows={[
          [t.from, <Money amount={zone.base_fee} currency={zone.currency} />],
          [t.minutes, t.min(zone.estimated_minutes)],
          [t.speeds, zone.service_levels.map(said).join(', ')],
          [t.cod, zone.cod_available ? common.yes : common.no],
          [t.weight, t.kg(zone.max_weight_kg)],
          [t.hours, hours.length === 0 ? t.always : hours.join('; ')],
          [t.kind, `${said(zone.kind)}, ${zone.city}`],
          [t.district, zone.district],
          zone.aliases.length > 0 && [t.names, zone.aliases.join(', ')],
        ]}
      />
    </Card>
  );
}

const SIZE = 320;
const EDGE = 24;
const KM_A_DEGREE = 111.32;

type Ring = readonly (readonly [lng: number, lat: number])[];

/** Its border as it was drawn, else the circle around its middle; to scale, without a map below. */
function Border({ zone }: { readonly zone: Zone }): VNode {
  const rings = ringsOf(zone);
  const squeeze = Math.cos((zone.center.lat * Math.PI) / 180);
  const flat = rings.map((ring) => ring.map(([lng, lat]) => [lng * squeeze, -lat] as const));
  const xs = flat.flat().map(([x]) => x);
  const ys = flat.flat().map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const span = Math.max(Math.max(...xs) - left, Math.max(...ys) - top, 1e-6);
  const scale = (SIZE - 2 * EDGE) / span;
  const put = (x: number, y: number): string =>
    `${(EDGE + (x - left) * scale).toFixed(1)} ${(EDGE + (y - top) * scale).toFixed(1)}`;
  const path = flat.map((ring) => `M${ring.map(([x, y]) => put(x, y)).join('L')}Z`).join('');
  const [x = '0', y = '0'] = put(zone.center.lng * squeeze, -zone.center.lat).split(' ');
  return (
    <Card title={t.border} end={t.km(Number((span * KM_A_DEGREE).toFixed(1)))} bare>
      <svg
        class="way"
        viewBox={`0 0 ${SIZE * 2} ${SIZE}`}
        role="img"
        aria-label={`${t.border}: ${zone.name}`}
      >
        <rect class="way-ground" width={SIZE * 2} height={SIZE} />
        <g transform={`translate(${SIZE / 2} 0)`}>
          <path class="zone-border" d={path} />
          <circle class="way-door" cx={x} cy={y} r="6" />
        </g>
      </svg>
    </Card>
  );
}

const CORNERS = 48;

function ringsOf({ geometry, center, radius_km }: Zone): readonly Ring[] {
  const { type, coordinates } = (geometry ?? {}) as { type?: string; coordinates?: unknown };
  if (type === 'Polygon') return coordinates as readonly Ring[];
  if (type === 'MultiPolygon') return (coordinates as readonly (readonly Ring[])[]).flat();
  const degrees = radius_km / KM_A_DEGREE;
  const squeeze = Math.cos((center.lat * Math.PI) / 180);
  return [
    Array.from({ length: CORNERS }, (_, corner) => {
      const turn = (corner / CORNERS) * 2 * Math.PI;
      return [
        center.lng + (Math.cos(turn) * degrees) / squeeze,
        center.lat + Math.sin(turn) * degrees,
      ] as const;
    }),
  ];
}
