import { html, type Html } from '../html.ts';

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
  const described = help === undefined ? null : html` aria-describedby="${name}-help"`;
  return html`<label for="${name}">${label}${optional === undefined ? null : html` <span class="optional">(${optional})</span>`}</label>
<input id="${name}" name="${name}" type="${kind}" value="${attempt?.values[name] ?? ''}" maxlength="${lengthMax}"${autocomplete ? html` autocomplete="${autocomplete}"` : null}${keyboard ? html` inputmode="${keyboard}"` : null}${placeholder ? html` placeholder="${placeholder}"` : null}${required ? html` required` : null}${attempt?.field === name ? html` aria-invalid="true" autofocus` : null}${described}>
${help === undefined ? null : html`<p class="quiet" id="${name}-help">${help}</p>`}`;
}

/** Why a form was not accepted. */
export function problemOf(attempt: FilledField): Html | null {
  return attempt && html`<p class="error" role="alert">${attempt.error}</p>`;
}
