import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { MapFrame } from '../map/map-frame.tsx';
import type { DrawnMap } from '../map/open-map.ts';
import { useZones } from '../map/use-zones.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { zoneTexts as t } from './texts.ts';
import './zone-map.css';

type Asked = NonNullable<NonNullable<Parameters<typeof client.locateZone>[0]>['query']>;

const EMPTY = Object.freeze({ city: '', lat: '', lng: '', plus_code: '' });
const DIGITS = 5;

/** Tries where a place lies: by a name, a point, a plus code, or a press on the map. */
export function TryPage(): VNode {
  const form = useForm({ limits: {}, initial: EMPTY });
  const [asked, setAsked] = useState<Asked | null>(null);
  const { answer, error } = useCall(client.locateZone, asked && { query: asked });
  const zones = useZones();
  const [map, setMap] = useState<DrawnMap | null>(null);
  const wasFitted = useRef(false);
  const place = asked && !error ? answer?.data : undefined;
  const whole = (): void =>
    map?.fit((zones ?? []).filter(({ kind }) => kind === 'area').map(({ center }) => center));
  useEffect(() => {
    if (!map || !zones) return;
    map.showZones(zones);
    if (!wasFitted.current) whole();
    wasFitted.current = true;
  }, [map, zones]);
  useEffect(() => {
    map?.whenPressed(({ lat, lng }) => {
      const point = { lat: Number(lat.toFixed(DIGITS)), lng: Number(lng.toFixed(DIGITS)) };
      form.reset({ ...EMPTY, lat: String(point.lat), lng: String(point.lng) });
      setAsked(point);
    });
    const pick = (): void => undefined;
    const shape = <span class="map-spot" />;
    map?.showMarks(
      place
        ? [{ key: 'place', at: place.point, title: place.zone.name, shape, height: 1, onPick: pick }]
        : [],
    );
    if (place) map?.goTo(place.point);
  }, [map, place]);
  function go(): void {
    const text = (name: string): string => form.text(name).trim();
    const point = text('lat') !== '' && text('lng') !== '';
    setAsked({
      ...(text('city') ? { city: text('city') } : {}),
      ...(point ? { lat: Number(text('lat')), lng: Number(text('lng')) } : {}),
      ...(text('plus_code') ? { plus_code: text('plus_code') } : {}),
    });
  }
  return (
    <Page title={t.tryPlace} lead={t.tryLead}>
      <div class="zone-columns">
        <div class="stack">
          <Card title={t.tryPlace}>
            <Form form={form} onSubmit={go} label={t.tryPlace}>
              <TextField form={form} name="city" label={t.tryName} hint={t.tryNameHint} />
              <TextField form={form} name="lat" label={t.north} inputmode="decimal" />
              <TextField form={form} name="lng" label={t.east} inputmode="decimal" hint={t.tryHow} />
              <TextField form={form} name="plus_code" label={t.plusCode} mono />
              <FormActs form={form} save={t.tryGo} busy={false} always />
            </Form>
          </Card>
          <div role="status">
            {asked && error && <Note meaning="wait">{error.message}</Note>}
            {place && <Found place={place} />}
          </div>
        </div>
        <section class="zone-map" aria-label={t.zones}>
          <div class="zone-map-frame">
            <MapFrame label={t.mapLabel} onMap={setMap} whole={whole} />
          </div>
        </section>
      </div>
    </Page>
  );
}

type Place = Awaited<ReturnType<typeof client.locateZone>>['data'];

function Found({ place }: { readonly place: Place }): VNode {
  const { zone, point, source, exact, containing } = place;
  return (
    <Card title={`${t.found} ${zone.name}`}>
      <KeyValues
        left
        rows={[
          [
            t.code,
            <a class="link mono" href={at(`/zones/${zone.code}`)}>
              {zone.code}
            </a>,
          ],
          [t.decidedBy, t[source]],
          [t.point, `${point.lat}, ${point.lng}`],
          [t.containing, containing.map(({ name }) => name).join(', ')],
        ]}
      />
      {!exact && <p class="small quiet">{t.middleOnly}</p>}
    </Card>
  );
}
