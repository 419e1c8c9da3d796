import type { Point } from './zone.ts';

/**
 * Open Location Codes ("plus codes"), from the published specification: pairs of base-20 digits for latitude and
 * longitude, then digits that each pick one of 5 × 4 cells. Work is in integers of the smallest cell.
 */
const alphabet = '23456789CFGHJMPQRVWX';
const base = alphabet.length;
const separator = '+';
const separatorAt = 8;
const padding = '0';
const pairDigits = 10;
const digitsMax = 15;
const gridRows = 5;
const gridColumns = 4;
/** Smallest cells per degree: 1/8000 degree by five grid digits. */
const latitudeScale = 8_000 * gridRows ** 5;
const longitudeScale = 8_000 * gridColumns ** 5;
const codeText = /^[23456789CFGHJMPQRVWX]{0,8}0{0,6}\+[23456789CFGHJMPQRVWX]*$/;

/** The box a code stands for, in WGS 84 degrees, and its middle. */
export type PlusCodeArea = {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly center: Point;
};

/** The plus code of a point; 10 digits name a box of about 14 × 14 m. `digits`: 2, 4, 6, 8 or 10–15. */
export function encodePlusCode(point: Point, digits = pairDigits): string {
  if (digits < 2 || digits > digitsMax || (digits < pairDigits && digits % 2 === 1))
    throw new RangeError('no such code length');
  let latitude = Math.min(
    180 * latitudeScale - 1,
    Math.max(0, Math.floor(snapped(point.lat * latitudeScale)) + 90 * latitudeScale),
  );
  const wide = 360 * longitudeScale;
  let longitude =
    (((Math.floor(snapped(point.lng * longitudeScale)) + 180 * longitudeScale) % wide) + wide) % wide;
  let code = '';
  for (let digit = digitsMax; digit > pairDigits; digit -= 1) {
    code = alphabet.charAt((latitude % gridRows) * gridColumns + (longitude % gridColumns)) + code;
    latitude = Math.floor(latitude / gridRows);
    longitude = Math.floor(longitude / gridColumns);
  }
  for (let pair = 0; pair < pairDigits / 2; pair += 1) {
    code = alphabet.charAt(latitude % base) + alphabet.charAt(longitude % base) + code;
    latitude = Math.floor(latitude / base);
    longitude = Math.floor(longitude / base);
  }
  const kept = code.slice(0, digits).padEnd(separatorAt, padding);
  return kept.slice(0, separatorAt) + separator + kept.slice(separatorAt);
}

/** The box of a full code in any case, or null when the text is no full code. */
export function decodePlusCode(text: string): PlusCodeArea | null {
  const code = parseCode(text);
  if (code === null || code.indexOf(separator) !== separatorAt) return null;
  const digits = code.replace(separator, '').replaceAll(padding, '').slice(0, digitsMax);
  let [latitude, longitude] = [0, 0];
  let [height, width] = [base * base * latitudeScale, base * base * longitudeScale];
  for (let at = 0; at < Math.min(digits.length, pairDigits); at += 2) {
    height /= base;
    width /= base;
    latitude += valueAt(digits, at) * height;
    longitude += valueAt(digits, at + 1) * width;
  }
  for (let at = pairDigits; at < digits.length; at += 1) {
    height /= gridRows;
    width /= gridColumns;
    latitude += Math.floor(valueAt(digits, at) / gridColumns) * height;
    longitude += (valueAt(digits, at) % gridColumns) * width;
  }
  if (latitude >= 180 * latitudeScale || longitude >= 360 * longitudeScale) return null;
  return areaOf({ latitude, longitude, height, width });
}

/** The full code that a short one ("F8Q5+9C") means near a reference point; a full one as it is; null for neither. */
export function recoverPlusCode(text: string, reference: Point): string | null {
  const code = parseCode(text);
  if (code === null) return null;
  const missing = separatorAt - code.indexOf(separator);
  if (missing === 0) return decodePlusCode(code) === null ? null : code;
  if (code.includes(padding)) return null;
  const area = decodePlusCode(encodePlusCode(reference).slice(0, missing) + code);
  if (area === null) return null;
  const step = base ** (2 - missing / 2);
  const lat = nearest({ value: area.center.lat, wanted: reference.lat, step });
  const lng = nearest({ value: area.center.lng, wanted: reference.lng, step });
  return encodePlusCode({ lat: Math.abs(lat) > 90 ? area.center.lat : lat, lng }, code.length - 1 + missing);
}

/** Whether the text is a plus code that lacks its beginning and needs a place name beside it. */
export function isShortPlusCode(text: string): boolean {
  const code = parseCode(text);
  return code !== null && code.indexOf(separator) < separatorAt && !code.includes(padding);
}

/** Upper case and well formed, full or short; null otherwise. */
function parseCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  if (code.length > digitsMax + 1 || !codeText.test(code)) return null;
  const at = code.indexOf(separator);
  const after = code.length - at - 1;
  const paddings = code.split(padding).length - 1;
  if (at % 2 === 1 || after === 1 || code === separator) return null;
  if (paddings > 0 && (at !== separatorAt || paddings % 2 === 1 || after > 0 || code.startsWith(padding)))
    return null;
  return code;
}

function nearest({ value, wanted, step }: { value: number; wanted: number; step: number }): number {
  if (value - wanted > step / 2) return value - step;
  return wanted - value > step / 2 ? value + step : value;
}

type Cell = {
  readonly latitude: number;
  readonly longitude: number;
  readonly height: number;
  readonly width: number;
};

function areaOf({ latitude, longitude, height, width }: Cell): PlusCodeArea {
  const degrees = (cells: number, scale: number, origin: number) => cells / scale - origin;
  return {
    south: degrees(latitude, latitudeScale, 90),
    north: degrees(latitude + height, latitudeScale, 90),
    west: degrees(longitude, longitudeScale, 180),
    east: degrees(longitude + width, longitudeScale, 180),
    center: {
      lat: degrees(latitude + height / 2, latitudeScale, 90),
      lng: degrees(longitude + width / 2, longitudeScale, 180),
    },
  };
}

/** Undoes the last bit's error of a product that should be whole, so that a code's corner stays in its box. */
function snapped(value: number): number {
  const whole = Math.round(value);
  return Math.abs(value - whole) < 1e-5 ? whole : value;
}

function valueAt(digits: string, at: number): number {
  return alphabet.indexOf(digits.charAt(at));
}
