/** Colours that a page needs of a merchant's accent, `#rrggbb`. */
export type AccentColours = {
  /** Buttons, marks and what is chosen. */
  readonly brand: string;
  readonly on_brand: string;
  readonly brand_hover: string;
  readonly brand_tint: string;
  /** Words and links in the colour, on paper, sheets and the tint. */
  readonly brand_ink: string;
};
export type AccentUsed = { readonly light: AccentColours; readonly dark: AccentColours };

/** What words need against their ground, and shapes against theirs (WCAG 2.2 AA). */
export const WORDS_CONTRAST = 4.5;
export const SHAPES_CONTRAST = 3;

/** The grounds of pages, as the tokens have them. */
export const GROUNDS = Object.freeze({
  light: Object.freeze(['#ffffff', '#f6f4ee']),
  dark: Object.freeze(['#151b17', '#0e1310']),
});

const CANOPY: AccentUsed = Object.freeze({
  light: Object.freeze({
    brand: '#1d5c3f',
    on_brand: '#ffffff',
    brand_hover: '#164a32',
    brand_tint: '#e4efe6',
    brand_ink: '#174a33',
  }),
  dark: Object.freeze({
    brand: '#7fd3a4',
    on_brand: '#0b2417',
    brand_hover: '#99deb7',
    brand_tint: '#173123',
    brand_ink: '#a6e3c1',
  }),
});

const [WHITE, BLACK] = ['#ffffff', '#000000'];
const STEPS = 100;

/** The colours that come of an accent: as near to it as they can be read; the service's own for none. */
export function accentUsed(accent: string | null): AccentUsed {
  if (accent === null) return CANOPY;
  return { light: coloursOn('light', accent), dark: coloursOn('dark', accent) };
}

function coloursOn(theme: 'light' | 'dark', accent: string): AccentColours {
  const grounds = GROUNDS[theme];
  const away = theme === 'light' ? BLACK : WHITE;
  const brand = moved(accent, { to: away, grounds, contrast: SHAPES_CONTRAST });
  const on = contrastOf(WHITE, brand) >= WORDS_CONTRAST ? WHITE : BLACK;
  const tint = mixed(grounds[0] ?? WHITE, accent, theme === 'light' ? 0.1 : 0.16);
  return {
    brand,
    on_brand: on,
    brand_hover: mixed(brand, on === WHITE ? BLACK : WHITE, 0.16),
    brand_tint: tint,
    brand_ink: moved(accent, { to: away, grounds: [...grounds, tint], contrast: WORDS_CONTRAST }),
  };
}

type Needed = { readonly to: string; readonly grounds: readonly string[]; readonly contrast: number };

/** The first colour on the way that stands out from every ground. */
function moved(colour: string, { to, grounds, contrast }: Needed): string {
  for (let step = 0; step < STEPS; step += 1) {
    const tried = mixed(colour, to, step / STEPS);
    if (grounds.every((ground) => contrastOf(tried, ground) >= contrast)) return tried;
  }
  return to;
}

/** A colour with so much of another in it. */
function mixed(one: string, other: string, share: number): string {
  const others = channelsOf(other);
  const channels = channelsOf(one).map((value, at) =>
    Math.round(value + ((others[at] ?? 0) - value) * share),
  );
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** How far two colours stand apart, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(colour: string): readonly number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
