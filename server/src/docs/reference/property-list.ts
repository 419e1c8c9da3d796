import { html, type Html } from '../../kernel/web/html.ts';
import { words } from '../words.ts';
import { limitsOf, typeWords, withoutNull, type JsonSchema } from './schema-words.ts';

/** So many words of a closed list are shown at once; of more, the rest is a click away. */
const WORDS_SHOWN_MAX = 12;

type Shown = {
  /** Whether it says which properties must be sent: an answer always has its own. */
  readonly input: boolean;
};

/** The properties of an object, with their own below them, to be opened one by one. */
export function propertyList(schema: JsonSchema, shown: Shown): Html {
  const required = new Set(schema.required);
  return html`<ul class="props">${Object.entries(schema.properties ?? {}).map(([name, one]) =>
    property(name, one, { ...shown, required: required.has(name) }),
  )}</ul>`;
}

type ShownProperty = Shown & { readonly required: boolean };

function property(name: string, schema: JsonSchema, { input, required }: ShownProperty): Html {
  return html`<li><p class="prop"><code>${name}</code> <span class="type">${typeWords(schema)}</span>${
    input && required ? html` <b class="must">required</b>` : null
  }${!input && !required ? html` <span class="type">may be missing</span>` : null}${
    schema.deprecated ? html` <b class="old">deprecated</b>` : null
  }</p>${told(schema)}${inside(schema, { input })}</li>`;
}

/** What it means and is held to. */
export function told(schema: JsonSchema): Html {
  const limits = limitsOf(schema);
  const { schema: plain } = withoutNull(schema);
  const closed = plain.enum ?? plain.items?.enum;
  return html`${schema.description ? html`<p>${words(schema.description)}</p>` : null}${
    limits.length > 0 ? html`<p class="limits">${words(limits.join(' · '))}</p>` : null
  }${closed ? wordList(closed) : null}`;
}

function wordList(all: readonly unknown[]): Html {
  const one = (word: unknown): Html => html` <code>${String(word)}</code>`;
  const first = all.slice(0, WORDS_SHOWN_MAX);
  if (all.length <= WORDS_SHOWN_MAX) return html`<p class="words">One of${first.map(one)}</p>`;
  return html`<details class="words"><summary>One of ${all.length} words</summary><p>${all.map(one)}</p></details>`;
}

/** What an object, or each item of a list, or one of several forms holds. */
function inside(of: JsonSchema, shown: Shown): Html | null {
  const { schema } = withoutNull(of);
  const forms = formsOf(schema);
  if (forms.length === 0) return null;
  if (forms.length > 1)
    return html`${forms.map((form, at) => folded(form, { ...shown, name: form.title ?? `Form ${at + 1}` }))}`;
  const [only] = forms;
  return only ? folded(only, { ...shown, name: null }) : null;
}

function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  if (schema.properties) return [schema];
  if (schema.items) return formsOf(withoutNull(schema.items).schema);
  if (schema.anyOf) return schema.anyOf.flatMap(formsOf);
  const { additionalProperties: values } = schema;
  return typeof values === 'object' ? formsOf(withoutNull(values).schema) : [];
}

function folded(form: JsonSchema, { input, name }: Shown & { readonly name: string | null }): Html {
  const count = Object.keys(form.properties ?? {}).length;
  return html`<details class="nested"><summary>${name === null ? '' : `${name}: `}${count} ${count === 1 ? 'property' : 'properties'}</summary>${propertyList(form, { input })}</details>`;
}

/** Everything that a body or an answer holds: its properties, those of each of its forms, or what else it is. */
export function schemaOf(schema: JsonSchema, shown: Shown): Html {
  const { schema: plain } = withoutNull(schema);
  if (plain.properties) return propertyList(plain, shown);
  if (plain.anyOf || plain.items || typeof plain.additionalProperties === 'object')
    return html`<p class="prop"><span class="type">${typeWords(schema)}</span></p>${told(schema)}${inside(plain, shown)}`;
  return html`<p class="prop"><span class="type">${typeWords(schema)}</span></p>${told(schema)}`;
}
