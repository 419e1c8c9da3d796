import type { Call } from '@cottontree/client';
import { limits } from 'form:createKey';
import { useLocation } from 'preact-iso';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { may, mode } from '../../../kit/data/session.ts';
import { useForm, type FormState } from '../../../kit/form/use-form.ts';
import { useAddress } from '../../../kit/list/address.ts';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { LongTextField, SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { Form, FormActs, RestoredNote } from '../../../kit/parts/form.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { Segmented } from '../../../kit/parts/tabs.tsx';
import { common } from '../../../kit/text/common.ts';
import { at } from '../../paths.ts';
import { DevPage } from '../frame.tsx';
import { placeTexts } from '../texts.ts';
import { linesOf, useRefusal } from '../use-refusal.ts';
import { KeyShown, type NewKey } from './key-shown.tsx';
import { keyTexts as t } from './key-texts.ts';
import { ScopeChoice } from './scope-choice.tsx';

type KeyBody = NonNullable<Call<'createKey'>['body']>;

/** A new key: its name, what it may do and from where; then the key itself, once. */
export function NewKeyPage(): VNode {
  const { query } = useAddress();
  const { route } = useLocation();
  const make = useAct(client.createKey);
  const [made, setMade] = useState<NewKey | null>(null);
  const narrowed = query['scopes']?.split(',');
  const form = useForm({
    limits: withLines,
    initial: {
      name: query['name'] ?? '',
      kind: query['kind'] === 'public' ? 'public' : 'secret',
      scopes: narrowed ?? [],
      origins: '',
      ip_ranges: '',
      demo: false,
      expires_at: '',
    },
    ...(narrowed ? {} : { keep: `key.${mode.value}` }),
  });
  const isPublic = form.text('kind') === 'public';

  async function go(): Promise<void> {
    const body = bodyOf(form);
    if (body.kind !== 'public' && body.scopes?.length === 0) {
      form.show({ scopes: t.pickScopes });
      return;
    }
    const answer = await make.run({ body });
    if (!answer) return;
    form.forget();
    setMade(answer.data);
  }
  useRefusal(form, make.error);

  return (
    <DevPage title={t.newTitle} crumbs={[[placeTexts.keys, at('/developers/keys')]]} lead={t.lead}>
      {!may('keys:write') ? (
        <NotAllowed scope="keys:write" />
      ) : (
        <div class="narrow">
          <Form form={form} onSubmit={go} label={t.newTitle}>
            {narrowed && <Note>{t.narrowing(query['from'] ?? '')}</Note>}
            <RestoredNote form={form} />
            <TextField form={form} name="name" label={t.name} hint={t.nameHint} />
            <div class="field">
              <span>{t.kind}</span>
              <Segmented
                label={t.kind}
                options={[
                  ['secret', t.secret],
                  ['public', t.public],
                ]}
                value={isPublic ? 'public' : 'secret'}
                onChange={(kind) => form.set('kind', kind)}
              />
              <small>{isPublic ? t.kindHintPublic : t.kindHintSecret}</small>
            </div>
            {isPublic ? (
              <LongTextField
                form={form}
                name="origins"
                label={t.origins}
                hint={t.originsHint}
                rows={3}
                mono
              />
            ) : (
              <ScopeChoice form={form} />
            )}
            <LongTextField form={form} name="ip_ranges" label={t.ranges} hint={t.rangesHint} rows={2} mono />
            {isPublic && mode.value === 'test' && (
              <SwitchField form={form} name="demo" label={t.demo} hint={t.demoHint} />
            )}
            <TextField form={form} name="expires_at" type="date" label={t.expires} hint={t.expiresHint} />
            <FormActs form={form} save={t.create} busy={make.busy} always>
              <ButtonLink kind="ghost" href={at('/developers/keys')}>
                {common.cancel}
              </ButtonLink>
            </FormActs>
          </Form>
        </div>
      )}
      {made && <KeyShown made={made} onDone={() => route(at('/developers/keys'))} />}
    </DevPage>
  );
}

/** Lists are typed as lines: the limits of one member are looked at by the server. */
const withLines = { ...limits, origins: {}, ip_ranges: {} };

function bodyOf(form: FormState): KeyBody {
  const isPublic = form.text('kind') === 'public';
  const [origins, ranges] = [linesOf(form.text('origins')), linesOf(form.text('ip_ranges'))];
  const body: Record<string, unknown> = {
    kind: isPublic ? 'public' : 'secret',
    ...(form.text('name').trim() ? { name: form.text('name').trim() } : {}),
    ...(isPublic
      ? { origins, ...(form.get('demo') === true ? { demo: true } : {}) }
      : { scopes: form.get('scopes') }),
    ...(ranges.length > 0 ? { ip_ranges: ranges } : {}),
    ...(form.text('expires_at') ? { expires_at: form.text('expires_at') } : {}),
  };
  return body as KeyBody;
}
