import type { VNode } from 'preact';
import type { FormState } from '../../../kit/form/use-form.ts';
import { membership } from '../../../kit/data/session.ts';
import { LongTextField } from '../../../kit/parts/fields.tsx';
import { settingsTexts as t } from './texts.ts';

const WIDTH = 32;

/** Lines of a receipt, one a line of the field. */
export function LinesField(props: {
  readonly form: FormState;
  readonly name: string;
  readonly label: string;
  readonly hint: string;
}): VNode {
  return <LongTextField {...props} rows={3} />;
}

/** What is sent of such a field. */
export function linesFrom(text: unknown): readonly string[] {
  return String(text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The head and the foot as paper of 58 mm shows them. */
export function Paper({
  header,
  footer,
}: {
  readonly header: readonly string[];
  readonly footer: readonly string[];
}): VNode {
  const name = membership.value?.merchant_name ?? '';
  const rule = '-'.repeat(WIDTH);
  const row = (left: string, right: string): string => left + right.padStart(WIDTH - left.length);
  const text = [
    ...[name, ...header].map(centred),
    rule,
    row(`2 ${t.sample}`, '300.00'),
    rule,
    row(t.total, '300.00'),
    '',
    ...footer.map(centred),
  ].join('\n');
  return (
    <div class="field">
      <span>{t.preview}</span>
      <pre class="till-paper" aria-label={t.preview}>
        {text}
      </pre>
    </div>
  );
}

/** In the middle of the paper; what is wider goes on in the next line. */
function centred(line: string): string {
  if (line.length > WIDTH) return `${line.slice(0, WIDTH)}\n${centred(line.slice(WIDTH).trim())}`;
  return ' '.repeat(Math.floor((WIDTH - line.length) / 2)) + line;
}
