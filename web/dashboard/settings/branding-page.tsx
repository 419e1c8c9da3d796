import type { Answer, AnswerOf } from '@cottontree/client';
import { limits } from 'form:updateBranding';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { LongTextField, PhoneField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { pageNames } from './page-names.ts';
import { settingsTexts as t } from './texts.ts';
import './settings.css';
import type { FormValues } from '../../kit/form/values.ts';
import { useSaving, type Matching } from '../../kit/form/thing-form.tsx';

type Branding = AnswerOf<'getBranding'> extends Answer<infer Data> ? Data : never;
type Picture = 'logo' | 'icon' | 'cover';

const BYTES_MAX = 2_000_000;

/** How the merchant's pages, papers and letters look. */
export function BrandingPage(): VNode {
  const { answer, error, again } = useCall(client.getBranding, {});
  return (
    <Page title={pageNames.branding} crumbs={[[t.settings, at('/settings')]]} lead={t.brandText}>
      {answer ? (
        <Brand branding={answer.data} etag={answer.etag} />
      ) : error ? (
        <Problem error={error} again={again} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function valuesOf({ accent, footer, support, policies }: Branding): FormValues {
  return {
    accent: accent ?? '#1d5c3f',
    footer: footer ?? '',
    'support.phone': support.phone ?? '',
    'support.email': support.email ?? '',
    'support.whatsapp': support.whatsapp ?? '',
    'policies.returns': policies.returns ?? '',
    'policies.terms_url': policies.terms_url ?? '',
    'policies.privacy_url': policies.privacy_url ?? '',
  };
}

function Brand({ branding, etag }: { readonly branding: Branding; readonly etag: string | null }): VNode {
  const form = useForm({ limits, initial: valuesOf(branding) });
  const saving = useSaving(form, etag, async () => valuesOf((await client.getBranding()).data));
  async function save(matching: Matching): Promise<void> {
    const { data } = await client.updateBranding({ body: form.changes(), ...matching });
    form.reset(valuesOf(data));
    toast(t.saved);
  }
  return (
    <div class="narrow stack">
      <Card title={t.logo} bare>
        {(['logo', 'icon', 'cover'] as const).map((picture) => (
          <PictureRow key={picture} picture={picture} url={branding[`${picture}_url`]} />
        ))}
      </Card>
      <Card title={t.accent}>
        <Form form={form} onSubmit={() => saving.save(save)} label={pageNames.branding}>
          <TextField form={form} name="accent" label={t.accent} hint={t.accentHint} type="color" />
          <Used used={branding.accent_used} />
          <h3>{t.support}</h3>
          <div class="fields two">
            <PhoneField form={form} name="support.phone" label={t.phone} />
            <PhoneField form={form} name="support.whatsapp" label={t.whatsapp} />
          </div>
          <TextField form={form} name="support.email" label={t.email} type="email" inputmode="email" />
          <h3>{t.policies}</h3>
          <LongTextField form={form} name="policies.returns" label={t.returns} rows={2} />
          <TextField form={form} name="policies.terms_url" label={t.terms} type="url" inputmode="url" />
          <TextField form={form} name="policies.privacy_url" label={t.privacy} type="url" inputmode="url" />
          <TextField form={form} name="footer" label={t.footer} />
          {saving.theirs}
          {may('merchant:write') && <FormActs form={form} save={t.save} busy={saving.busy} />}
        </Form>
      </Card>
    </div>
  );
}

/** What the service makes of the colour, as buttons are drawn with it. */
function Used({ used }: { readonly used: Branding['accent_used'] }): VNode {
  return (
    <div class="row wrap" role="group" aria-label={t.accentUsed}>
      {(['light', 'dark'] as const).map((theme) => (
        <span class="accent-sample" style={{ background: used[theme].brand, color: used[theme].on_brand }}>
          {t.button} · {t[theme]}
        </span>
      ))}
    </div>
  );
}

function PictureRow({ picture, url }: { readonly picture: Picture; readonly url: string | null }): VNode {
  const act = useAct(client.updateBranding);
  const [fault, setFault] = useState<string | null>(null);
  async function choose(file: File | undefined): Promise<void> {
    if (!file) return;
    setFault(file.size > BYTES_MAX ? t.tooLarge : null);
    if (file.size > BYTES_MAX) return;
    await act.run({ body: { [picture]: await base64Of(file) } });
  }
  return (
    <div class="picture-row">
      {url === null ? (
        <span class="picture-none" aria-hidden="true" />
      ) : (
        <img src={new URL(url).pathname} alt={t[picture]} height="44" />
      )}
      <div class="grow">
        <b>{t[picture]}</b>
        <small class={(fault ?? act.error) ? 'fault' : 'faint tiny'}>
          {fault ?? act.error?.message ?? t.logoHint}
        </small>
      </div>
      {may('merchant:write') && (
        <>
          <label class="button s">
            {t.pick}
            <input
              class="hidden-text"
              type="file"
              accept="image/jpeg,image/png,image/webp"
              aria-label={`${t.pick}: ${t[picture]}`}
              onChange={(event) => void choose(event.currentTarget.files?.[0])}
            />
          </label>
          {url !== null && (
            <Button
              size="s"
              kind="danger"
              busy={act.busy}
              onClick={() => void act.run({ body: { [picture]: null } })}
            >
              {t.takeAway}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
