import type { ZoneItem } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FormState } from '../../kit/form/use-form.ts';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { MapFrame } from '../map/map-frame.tsx';
import type { DrawnMap, Mark, Outline } from '../map/open-map.ts';
import { useZones } from '../map/use-zones.ts';
import { zoneTexts as t } from './texts.ts';
import { cornersIn, readPieces } from './zone-values.ts';
import './zone-map.css';

type Corner = readonly [lat: number, lng: number];
type Point = { readonly lat: number; readonly lng: number };
type Drawing = 'circle' | 'border';

/** A tenth of a metre is more than anybody can point at. */
const DIGITS = 5;
const KM_PER_DEGREE = 111.195;

/** The zone on a map, drawn there by pressing and pulling; the fields beside it say and take the same. */
export function ZoneMap({
  form,
  zone,
  mayDraw,
}: {
  readonly form: FormState;
  readonly zone: ZoneItem | null;
  readonly mayDraw: boolean;
}): VNode {
  const [map, setMap] = useState<DrawnMap | null>(null);
  const zones = useZones();
  const pieces = readPieces(form.get('pieces'));
  const [drawing, setDrawing] = useState<Drawing>(pieces.length > 0 ? 'border' : 'circle');
  const [chosen, setChosen] = useState(0);
  const at = Math.min(chosen, Math.max(0, pieces.length - 1));
  const corners = cornersIn(pieces[at]?.outer ?? '') ?? [];
  const circle = circleIn(form);
  const wasFitted = useRef(false);

  const put = (next: readonly Corner[]): void => {
    const outer = next.map(([lat, lng]) => `${lat}, ${lng}`).join('\n');
    const changed =
      pieces.length === 0
        ? [{ outer, holes: [] }]
        : pieces.map((piece, index) => (index === at ? { ...piece, outer } : piece));
    form.set('pieces', JSON.stringify(changed));
  };
  const press = (to: Point): void => {
    if (drawing === 'border') put(insert(corners, rounded(to)));
    else moveCircle(form, to);
  };
  const whole = (): void => map?.fit(extentOf(form, zones ?? []));

  useEffect(() => {
    if (map && zones) map.showZones(zones, zone ? { without: zone.code } : {});
  }, [map, zones]);
  useEffect(() => {
    if (!map || !zones) return;
    map.showOutlines(outlinesOf(form, drawing));
    map.showMarks(
      !mayDraw ? [] : drawing === 'border' ? cornerMarks(corners, put) : circleMarks(form, circle),
    );
    map.whenPressed(mayDraw ? press : null);
    if (!wasFitted.current) whole();
    wasFitted.current = true;
  });
  return (
    <section class="zone-map" aria-label={t.onMap}>
      {mayDraw && (
        <div class="row wrap zone-map-tools">
          <Segmented
            label={t.draws}
            options={[
              ['circle', t.drawCircle],
              ['border', t.drawBorder],
            ]}
            value={drawing}
            onChange={setDrawing}
          />
          {drawing === 'border' && pieces.length > 1 && (
            <Segmented
              label={t.pieces}
              options={pieces.map((_, index) => [index, t.pieceOf(index + 1)] as const)}
              value={at}
              onChange={setChosen}
            />
          )}
        </div>
      )}
      <div class="zone-map-frame">
        <MapFrame label={t.mapLabel} onMap={setMap} whole={whole} />
      </div>
      {mayDraw && <p class="small quiet">{drawing === 'border' ? t.borderHow : t.circleHow}</p>}
    </section>
  );
}

function rounded({ lat, lng }: Point): Corner {
  return [Number(lat.toFixed(DIGITS)), Number(lng.toFixed(DIGITS))];
}

type Circle = { readonly center: Point; readonly radiusKm: number };

function circleIn(form: FormState): Circle | null {
  const [lat, lng] = [form.text('center.lat'), form.text('center.lng')].map(Number);
  const isThere = form.text('center.lat').trim() !== '' && form.text('center.lng').trim() !== '';
  if (!isThere || lat === undefined || lng === undefined || Number.isNaN(lat + lng)) return null;
  return { center: { lat, lng }, radiusKm: Number(form.text('radius_km')) || 0 };
}

function moveCircle(form: FormState, to: Point): void {
  const [lat, lng] = rounded(to);
  form.set('center.lat', String(lat));
  form.set('center.lng', String(lng));
  if (form.text('radius_km').trim() === '') form.set('radius_km', '1');
}

function rings(form: FormState): readonly (readonly Point[])[] {
  return readPieces(form.get('pieces'))
    .flatMap(({ outer, holes }) => [outer, ...holes])
    .map((text) => (cornersIn(text) ?? []).map(([lat, lng]) => ({ lat, lng })));
}

/** Both stand on the map; the one that is drawn now is the stronger. */
function outlinesOf(form: FormState, drawing: Drawing): readonly Outline[] {
  const circle = circleIn(form);
  const faint = (of: Drawing): string => (of === drawing ? '' : 'faint');
  return [
    ...(circle && circle.radiusKm > 0
      ? [{ center: circle.center, radiusKm: circle.radiusKm, className: faint('circle') }]
      : []),
    ...rings(form)
      .filter((ring) => ring.length > 1)
      .map((ring) => ({ ring, className: faint('border') })),
  ];
}

function extentOf(form: FormState, zones: readonly ZoneItem[]): readonly Point[] {
  const drawn = rings(form).flat();
  if (drawn.length > 0) return drawn;
  const circle = circleIn(form);
  if (!circle) return zones.filter(({ kind }) => kind === 'area').map(({ center }) => center);
  const { lat, lng } = circle.center;
  const far = Math.max(circle.radiusKm, 1) / KM_PER_DEGREE;
  return [
    { lat: lat - far, lng: lng - far },
    { lat: lat + far, lng: lng + far },
  ];
}

function cornerMarks(corners: readonly Corner[], put: (next: readonly Corner[]) => void): readonly Mark[] {
  return corners.map(([lat, lng], nth) => ({
    key: `corner ${nth}`,
    at: { lat, lng },
    title: t.cornerHow(nth + 1),
    shape: <span class="map-handle" />,
    height: 1,
    onPick: () => put(corners.filter((_, index) => index !== nth)),
    onMove: (to) => put(corners.map((corner, index) => (index === nth ? rounded(to) : corner))),
  }));
}

function circleMarks(form: FormState, circle: Circle | null): readonly Mark[] {
  if (!circle) return [];
  const { center, radiusKm } = circle;
  const narrow = Math.cos((center.lat * Math.PI) / 180);
  const edge = { lat: center.lat, lng: center.lng + radiusKm / (KM_PER_DEGREE * narrow) };
  const nothing = (): void => undefined;
  return [
    {
      key: 'middle',
      at: center,
      title: t.middleHow,
      shape: <span class="map-handle" />,
      height: 2,
      onPick: nothing,
      onMove: (to) => moveCircle(form, to),
    },
    {
      key: 'edge',
      at: edge,
      title: t.edgeHow,
      shape: <span class="map-handle edge" />,
      height: 1,
      onPick: nothing,
      onMove: (to) => {
        const km = Math.hypot(to.lat - center.lat, (to.lng - center.lng) * narrow) * KM_PER_DEGREE;
        form.set('radius_km', String(Math.max(0.05, Number(km.toFixed(2)))));
      },
    },
  ];
}

/** A further corner, between the two whose side it lies nearest to. */
function insert(corners: readonly Corner[], next: Corner): readonly Corner[] {
  if (corners.length < 3) return [...corners, next];
  const detours = corners.map((corner, nth) => {
    const other = corners[(nth + 1) % corners.length] ?? corner;
    return far(corner, next) + far(next, other) - far(corner, other);
  });
  return corners.toSpliced(detours.indexOf(Math.min(...detours)) + 1, 0, next);
}

function far([aLat, aLng]: Corner, [bLat, bLng]: Corner): number {
  return Math.hypot(aLat - bLat, (aLng - bLng) * Math.cos((aLat * Math.PI) / 180));
}
