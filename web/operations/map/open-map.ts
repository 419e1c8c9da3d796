import {
  circle,
  divIcon,
  geoJSON,
  latLngBounds,
  layerGroup,
  map as openLeaflet,
  marker,
  polygon,
  polyline,
  tileLayer,
  type LatLngBounds,
  type Layer,
  type LayerGroup,
  type Map as Leaflet,
  type Marker,
} from 'leaflet';
import type { ZoneItem } from '@cottontree/contract';
import { render, type VNode } from 'preact';
import type { Point } from './coast.ts';
import './map.css';

/** Something at a place: drawn by its node, pressed by who has a mouse or a finger. Whoever has neither finds it in the list beside the map. */
export type Mark = {
  readonly key: string;
  readonly at: Point;
  /** Pixels to the right and down, where several stand at one place. */
  readonly aside?: readonly [right: number, down: number];
  readonly title: string;
  readonly shape: VNode;
  /** What is higher hides what is lower. */
  readonly height: number;
  readonly onPick: () => void;
  /** Where it was pulled to; left out, it stays. */
  readonly onMove?: (to: Point) => void;
};

/** What is drawn itself: corners, or a middle with kilometres around it. */
export type Outline = { readonly className: string } & (
  | { readonly ring: readonly Point[] }
  | { readonly center: Point; readonly radiusKm: number }
);

/** A way from one place to another, in the colours of what it means. */
export type Way = { readonly from: Point; readonly to: Point; readonly meaning: string };

/** Pictures of the ground from elsewhere, where the server was told to have some. */
export type Tiles = { readonly url: string; readonly zoom_max: number };

const FAR = 7;
const CLOSE = 17;
/** From here on there is room for the names of quarters. */
const NAMES_FROM = 12;
/** So that what lies at the edge is not cut. */
const EDGE_PX = 48;
/** What one zooms with stands at the right, over the map: no pin begins below it. */
const TOOLS_PX = 40;
/** Nearer than this a single place shows nothing around it. */
const FIT_MAX = 14;
const OF_KIND = Object.freeze({ country: 0, district: 1, city: 2, town: 3, area: 4 });

type Name = { readonly kind: ZoneItem['kind']; readonly text: string; readonly marker: Marker };
/** Pixels: the middle of a name, and half of its length. */
type Box = { readonly x: number; readonly y: number; readonly half: number };

const LETTER_PX = 7;
const LINE_PX = 17;

function overlap(one: Box, other: Box): boolean {
  return Math.abs(one.x - other.x) < one.half + other.half && Math.abs(one.y - other.y) < LINE_PX;
}

/** A map that is drawn from what we know ourselves: coast, zones, and what moves. */
export class DrawnMap {
  readonly leaflet: Leaflet;
  readonly #land: LayerGroup;
  readonly #zones: LayerGroup;
  readonly #ways: LayerGroup;
  readonly #outlines: LayerGroup;
  readonly #marks = new Map<string, { readonly marker: Marker; readonly inside: HTMLElement }>();
  #names: readonly Name[] = [];
  readonly #sized: ResizeObserver;

  constructor(box: HTMLElement, { label, tiles }: { readonly label: string; readonly tiles: Tiles | null }) {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.leaflet = openLeaflet(box, {
      attributionControl: false,
      zoomControl: false,
      minZoom: FAR,
      maxZoom: Math.max(CLOSE, tiles?.zoom_max ?? 0),
      zoomAnimation: !calm,
      fadeAnimation: !calm,
      markerZoomAnimation: !calm,
      inertia: !calm,
    });
    // Arrows move it, plus and minus zoom: keys that a screen reader has to leave to it.
    box.setAttribute('role', 'application');
    box.setAttribute('aria-label', label);
    this.leaflet.getPane('markerPane')?.setAttribute('aria-hidden', 'true');
    this.#land = layerGroup().addTo(this.leaflet);
    this.#zones = layerGroup().addTo(this.leaflet);
    this.#ways = layerGroup().addTo(this.leaflet);
    this.#outlines = layerGroup().addTo(this.leaflet);
    this.leaflet.on('zoomend', () => box.classList.toggle('map-close', this.leaflet.getZoom() >= NAMES_FROM));
    this.#sized = new ResizeObserver(() => this.leaflet.invalidateSize({ animate: false }));
    this.#sized.observe(box);
    if (tiles) this.#showTiles(box, tiles);
  }

  /** Whose pictures these are may see which page asks, and nothing more of its address. */
  #showTiles(box: HTMLElement, { url, zoom_max }: Tiles): void {
    box.classList.add('map-tiled');
    tileLayer(url, { maxNativeZoom: zoom_max, maxZoom: CLOSE, referrerPolicy: 'origin' }).addTo(this.leaflet);
  }

  /** Outlines and names of zones, the larger below; where the coast is known, land and sea. */
  showZones(zones: readonly ZoneItem[], { without }: { readonly without?: string } = {}): void {
    this.#zones.clearLayers();
    void this.#showCoast(zones);
    const shown = zones.filter(({ kind, code }) => kind !== 'country' && code !== without);
    for (const zone of shown.toSorted((a, b) => OF_KIND[a.kind] - OF_KIND[b.kind])) {
      borderOf(zone, `map-zone map-${zone.kind}`).addTo(this.#zones);
    }
    this.#names = shown
      .toSorted((a, b) => OF_KIND[a.kind] - OF_KIND[b.kind])
      .map((zone) => this.#nameOf(zone));
    // Before a first place was chosen there are no pixels to reckon with.
    this.leaflet.whenReady(() => this.#makeRoomForNames());
  }

  #nameOf(zone: ZoneItem): Name {
    const text = zone.name.split(/ \/ | \(/)[0] ?? zone.name;
    const icon = divIcon({ className: `map-name map-name-${zone.kind}`, html: textOf(text) });
    const shown = { icon, interactive: false, keyboard: false, zIndexOffset: -5_000 };
    return { kind: zone.kind, text, marker: marker(zone.center, shown).addTo(this.#zones) };
  }

  /** Names that would lie on another are left out; the larger place keeps its own, until there is room for its quarters. */
  #makeRoomForNames(): void {
    const zoom = this.leaflet.getZoom();
    const taken: Box[] = [];
    for (const { kind, text, marker: at } of this.#names) {
      const isOfZoom =
        kind === 'area' ? zoom >= NAMES_FROM : kind === 'city' ? zoom < NAMES_FROM : kind === 'town';
      const { x, y } = this.leaflet.latLngToLayerPoint(at.getLatLng());
      const box = { x, y, half: (text.length * LETTER_PX) / 2 };
      const hasRoom = isOfZoom && !taken.some((other) => overlap(box, other));
      if (hasRoom) taken.push(box);
      at.getElement()?.classList.toggle('map-name-hidden', !hasRoom);
    }
  }

  async #showCoast(zones: readonly ZoneItem[]): Promise<void> {
    const { isOnCoast, readCoast } = await import('./coast.ts');
    if (this.#land.getLayers().length > 0 || !zones.some(({ center }) => isOnCoast(center))) return;
    this.leaflet.getContainer().classList.add('map-sea');
    for (const { country, rings } of readCoast())
      for (const ring of rings)
        polygon([...ring], {
          className: `map-land ${country === 'Sierra Leone' ? '' : 'map-abroad'}`,
          interactive: false,
        })
          .addTo(this.#land)
          .bringToBack();
  }

  /** Shows these and no others; one that was there before moves to where it is now. */
  showMarks(marks: readonly Mark[]): void {
    const left = new Set(this.#marks.keys());
    for (const mark of marks) {
      left.delete(mark.key);
      this.#showMark(mark);
    }
    for (const key of left) {
      const gone = this.#marks.get(key);
      if (gone) render(null, gone.inside);
      gone?.marker.remove();
      this.#marks.delete(key);
    }
  }

  #showMark({ key, at, aside = [0, 0], title, shape, height, onPick, onMove }: Mark): void {
    const known = this.#marks.get(key);
    const inside = known?.inside ?? document.createElement('div');
    const one =
      known?.marker ??
      marker(at, {
        icon: divIcon({ className: 'map-mark', html: inside, iconSize: [0, 0] }),
        keyboard: false,
        title,
        draggable: onMove !== undefined,
      }).addTo(this.leaflet);
    one.setLatLng(at).setZIndexOffset(height * 1_000);
    one.off('click dragend').on('click', onPick);
    one.on('dragend', () => onMove?.(one.getLatLng()));
    one.getElement()?.setAttribute('title', title);
    inside.className = 'map-mark-inside';
    inside.style.translate = `${aside[0]}px ${aside[1]}px`;
    render(shape, inside);
    this.#marks.set(key, { marker: one, inside });
  }

  showOutlines(outlines: readonly Outline[]): void {
    this.#outlines.clearLayers();
    for (const outline of outlines) {
      const how = { className: `map-outline ${outline.className}`, interactive: false };
      const drawn =
        'ring' in outline
          ? polygon([...outline.ring], how)
          : circle(outline.center, { radius: outline.radiusKm * 1_000, ...how });
      drawn.addTo(this.#outlines);
    }
  }

  /** Tells where the ground is pressed. */
  whenPressed(tell: ((at: Point) => void) | null): void {
    this.leaflet.off('click');
    if (tell) this.leaflet.on('click', ({ latlng: { lat, lng } }) => tell({ lat, lng }));
  }

  showWays(ways: readonly Way[]): void {
    this.#ways.clearLayers();
    for (const { from, to, meaning } of ways)
      polyline([from, to], { className: `map-way ${meaning}`, interactive: false }).addTo(this.#ways);
  }

  /** Moves so far out that all of these are seen. */
  fit(places: readonly Point[]): void {
    if (places.length > 0) this.fitBounds(latLngBounds(places.map(({ lat, lng }) => [lat, lng])));
  }

  fitBounds(bounds: LatLngBounds): void {
    this.leaflet.fitBounds(bounds, {
      paddingTopLeft: [EDGE_PX, EDGE_PX],
      paddingBottomRight: [EDGE_PX + TOOLS_PX, EDGE_PX],
      maxZoom: FIT_MAX,
      animate: false,
    });
  }

  /** Goes to a place, which a panel of so many pixels at the foot may not hide. */
  goTo({ lat, lng }: Point, hiddenBelowPx = 0): void {
    const zoom = Math.max(this.leaflet.getZoom(), NAMES_FROM);
    const middle = this.leaflet.project([lat, lng], zoom).add([0, hiddenBelowPx / 2]);
    this.leaflet.setView(this.leaflet.unproject(middle, zoom), zoom);
  }

  zoom(by: 1 | -1): void {
    this.leaflet.setZoom(this.leaflet.getZoom() + by);
  }

  close(): void {
    this.#sized.disconnect();
    this.showMarks([]);
    this.leaflet.remove();
  }
}

/** The border of a zone: as it was drawn, else its circle. */
export function borderOf({ geometry, center, radius_km }: ZoneItem, className: string): Layer {
  return geometry
    ? geoJSON(geometry as unknown as Parameters<typeof geoJSON>[0], {
        interactive: false,
        style: { className },
      })
    : circle(center, { radius: radius_km * 1_000, className, interactive: false });
}

function textOf(name: string): HTMLElement {
  const text = document.createElement('span');
  text.textContent = name;
  return text;
}
