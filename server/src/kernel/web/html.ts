/** Markup that may go into a page as it is: only `html` makes it. */
export type Html = { readonly [made]: true; readonly text: string };

/** What can stand in a template; `false` and `null` leave nothing behind. */
type HtmlPart = Html | string | number | false | null | readonly Html[];

declare const made: unique symbol;

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are text unless they are markup themselves. Attributes are to stand in quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  let text = parts[0] ?? '';
  for (let at = 0; at < values.length; at += 1) text += textOf(values[at] ?? null) + (parts[at + 1] ?? '');
  return markup(text);
}

/** Data for a `<script>` of another type than script; nothing in it can end that element. */
export function jsonData(value: object): Html {
  return markup(
    JSON.stringify(value).replaceAll(
      /[<>&\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

function textOf(value: HtmlPart): string {
  if (value === false || value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value));
  if (Array.isArray(value)) return value.map(textOf).join('');
  // Made of JSON, an object of the same form would not be of the class.
  if (!(value instanceof Markup)) throw new Error('A value in a template is neither text nor markup.');
  return value.text;
}

/** Beside what is markup: marks by which a name would turn the order of what stands after it, and which nothing needs. */
const SPECIAL = /[&<>"'\u202A-\u202E\u2066-\u2069]/;
const ALL_SPECIAL = new RegExp(SPECIAL, 'g');

function escapeText(text: string): string {
  return SPECIAL.test(text) ? text.replaceAll(ALL_SPECIAL, (character) => ESCAPES[character] ?? '') : text;
}

/** Only here can one be made; a list of all that were made took as long as the rest of a template. */
class Markup {
  declare readonly [made]: true;
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  get text(): string {
    return this.#text;
  }
}

function markup(text: string): Html {
  return new Markup(text);
}
