import type { MapTiles } from './kernel/call/context.ts';
import { parseUrl } from './kernel/web/parse-url.ts';
import type { EnvironmentReader } from './read-environment.ts';

const ZOOM_DEFAULT = 18;
const ZOOM_LEAST = 8;
const ZOOM_MOST = 22;
const ATTRIBUTION_CHARACTERS_MAX = 120;

/** Reads where the map of Operations has pictures of the ground from; null where nobody said. */
export function readMapTiles(read: EnvironmentReader): MapTiles | null {
  const url = read.text('MAP_TILES_URL', {
    fallback: null,
    accepts: isTileUrl,
    wanted: 'an https URL with {z}, {x} and {y}, such as https://tiles.example.sl/{z}/{x}/{y}.png',
  });
  const attribution = read.text('MAP_TILES_ATTRIBUTION', {
    fallback: null,
    accepts: (text) => text.length <= ATTRIBUTION_CHARACTERS_MAX,
    wanted: `at most ${ATTRIBUTION_CHARACTERS_MAX} characters: whose pictures they are`,
  });
  const zoomMax = read.integer('MAP_TILES_ZOOM_MAX', {
    fallback: ZOOM_DEFAULT,
    least: ZOOM_LEAST,
    most: ZOOM_MOST,
  });
  if (url === null) return null;
  return { url, attribution: attribution ?? `Map: ${parseUrl(url)?.hostname ?? ''}`, zoomMax };
}

/** One host, which stands in the policy of the page; over TLS, but for a tile server on the machine itself. */
function isTileUrl(text: string): boolean {
  const url = parseUrl(text);
  const isHere = url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname);
  return (
    url !== null &&
    (url.protocol === 'https:' || isHere) &&
    url.username === '' &&
    /^[\w.:[\]-]+$/.test(url.hostname) &&
    ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
  );
}
