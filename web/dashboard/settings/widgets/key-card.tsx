import { CottontreeError } from '@cottontree/client';
import { limits } from 'form:updateKey';
import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { mode } from '../../../kit/data/session.ts';
import type { FormState } from '../../../kit/form/use-form.ts';
import type { FormValues } from '../../../kit/form/values.ts';
import type { RowOf } from '../../../kit/list/list-page.tsx';
import { LongTextField, TextField } from '../../../kit/parts/fields.tsx';
import { Code } from '../../../kit/parts/json.tsx';
import { keyTexts } from '../../developers/keys/key-texts.ts';
import { shownKey, type Key } from '../../developers/keys/key.ts';
import { linesOf, withoutIndexes } from '../../developers/use-refusal.ts';
import { SettingCard } from '../setting-card.tsx';
import { channelsSnippet, paySnippet } from './snippets.ts';
import { widgetTexts as t } from './texts.ts';

const valuesOf = ({ name, origins }: Key): FormValues => ({ name, origins: origins.join('\n') });
/** Origins are typed as lines: the limits of one are looked at by the server. */
const withLines = { ...limits, origins: {} };

/** A public key: which pages may use it, and what stands in them. */
export function KeyCard({
  of: key,
  link,
}: {
  readonly of: Key;
  readonly link: RowOf<'listPaymentLinks'> | null;
}): VNode {
  const params = { id: key.id };
  const shown = { origin: location.origin, key: shownKey(key) };
  const slug = link?.url.split('/').at(-1) ?? null;
  return (
    <SettingCard
      title={key.name || keyTexts.unnamed}
      text={shownKey(key)}
      limits={withLines}
      values={valuesOf(key)}
      etag={null}
      scope="keys:write"
      save={async (_matching, _changes, form) => {
        const answer = await client.updateKey({ params, body: bodyOf(form) }).catch(refuseWhole);
        return valuesOf(answer.data);
      }}
      fresh={async () => valuesOf(key)}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t.name} />
          <LongTextField
            form={form}
            name="origins"
            label={t.pages}
            hint={mode.value === 'test' ? `${t.pagesHint} ${t.pagesTest}` : t.pagesHint}
            rows={3}
            mono
          />
          <details class="snippet">
            <summary class="link">{t.snippet}</summary>
            <p class="quiet small setting-text">{t.fullKey}</p>
            {slug !== null && (
              <>
                <h3>{t.snippetLink}</h3>
                <Code text={paySnippet({ ...shown, slug })} label={t.snippetLink} />
              </>
            )}
            <h3>{t.snippetPlain}</h3>
            <Code text={channelsSnippet(shown)} label={t.snippetPlain} />
          </details>
        </>
      )}
    </SettingCard>
  );
}

/** A refusal of one line stands at the field of all lines. */
function refuseWhole(error: unknown): never {
  throw error instanceof CottontreeError ? withoutIndexes(error) : error;
}

function bodyOf(form: FormState): { readonly name?: string; readonly origins: string[] } {
  const name = form.text('name').trim();
  return { ...(name === '' ? {} : { name }), origins: [...linesOf(form.text('origins'))] };
}
