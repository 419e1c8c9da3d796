/** Markup that may go into a page as it is: only `html` makes it. */
export type Html = { readonly [made]: true; readonly text: string };

/** What can stand in a template; `false` and `null` leave nothing behind. */
export type HtmlPart = Html | string | number | false | null | readonly Html[];

declare const made: unique symbol;

const MARKUP = new WeakSet<object>();
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A template whose values are text unless they are markup themselves. Attributes are to stand in quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly HtmlPart[]): Html {
  return markup(
    parts.reduce(
      (text, part, at) => `${text}${part}${at < values.length ? textOf(values[at] ?? null) : ''}`,
      '',
    ),
  );
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
  // Made of JSON, an object of the same form would not be in the set.
  if (!MARKUP.has(value)) throw new Error('A value in a template is neither text nor markup.');
  return (value as Html).text;
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

function markup(text: string): Html {
  const one = Object.freeze({ text }) as Html;
  MARKUP.add(one);
  return one;
}
