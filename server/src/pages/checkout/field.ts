import { html, type Html } from '../../kernel/web/html.ts';

/** What a form said the last time, and why it was not accepted; `field` names the one at fault. */
export type FilledField = {
  readonly values: Readonly<Record<string, string>>;
  readonly error: string;
  readonly field: string | null;
  readonly status: number;
} | null;

export type Field = {
  readonly name: string;
  readonly label: string;
  readonly kind?: 'text' | 'tel' | 'email';
  readonly autocomplete?: string;
  readonly keyboard?: 'tel' | 'email' | 'decimal' | 'numeric';
  readonly required?: boolean;
  readonly help?: string;
  /** Said beside the label of one that may be left empty. */
  readonly optional?: string;
  readonly lengthMax?: number;
  readonly placeholder?: string;
};

/** A labelled line to write in, with what was written before. */
export function field(of: Field, attempt: FilledField): Html {
  const {
    name,
    label,
    kind = 'text',
    autocomplete,
    keyboard,
    required = false,
    help,
    optional,
    lengthMax = 200,
    placeholder,
  } = of;
  const described = describedBy([
    isWrong(name, attempt) && `${name}-error`,
    help !== undefined && `${name}-help`,
  ]);
  return html`<label for="${name}">${label}${optional === undefined ? null : html` <span class="optional">(${optional})</span>`}</label>
<input id="${name}" name="${name}" type="${kind}" value="${attempt?.values[name] ?? ''}" maxlength="${lengthMax}"${autocomplete ? html` autocomplete="${autocomplete}"` : null}${keyboard ? html` inputmode="${keyboard}"` : null}${placeholder ? html` placeholder="${placeholder}"` : null}${required ? html` required` : null}${isWrong(name, attempt) ? html` aria-invalid="true" autofocus` : null}${described}>${problemAt(name, attempt)}
${help === undefined ? null : html`<p class="quiet" id="${name}-help">${help}</p>`}`;
}

/** Why a form was not accepted, where that is not said at the field itself. */
export function problemOf(attempt: FilledField): Html | null {
  return attempt && !standsAtField(attempt.field)
    ? html`<p class="error" role="alert">${attempt.error}</p>`
    : null;
}

/** What is wrong with one field, below it. */
export function problemAt(name: string, attempt: FilledField): Html | null {
  return attempt && isWrong(name, attempt)
    ? html`<p class="error at-field" id="${name}-error" role="alert">${attempt.error}</p>`
    : null;
}

/** The attribute that names what is said about a field. */
export function describedBy(ids: readonly (string | false)[]): Html | null {
  const there = ids.filter((id) => id !== false);
  return there.length === 0 ? null : html` aria-describedby="${there.join(' ')}"`;
}

/** Whether this field was what the last try failed at. */
export function isWrong(name: string, attempt: FilledField): boolean {
  return attempt?.field === name;
}

/** What is chosen among buttons or in a list has no line of its own to say it below. */
function standsAtField(name: string | null): boolean {
  return name !== null && !/^(channel|amount|wait_type|count_.*)$/.test(name);
}
