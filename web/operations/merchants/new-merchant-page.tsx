import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { limits } from 'form:createPlatformMerchant';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { SelectField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs, RestoredNote } from '../../kit/parts/form.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { InvitationShown, type Invited } from './invitation-shown.tsx';
import { merchantTexts as t } from './texts.ts';

/** The countries whose money the server knows. */
const COUNTRIES = ['SL', 'CI', 'GB', 'GH', 'GM', 'GN', 'LR', 'NG', 'SN', 'TN', 'US'];

type Body = Parameters<typeof client.createPlatformMerchant>[0]['body'];

/** A new shop, and the link by which its owner comes in. */
export function NewMerchantPage(): VNode {
  const form = useForm({ limits, initial: { name: '', email: '', country: 'SL' }, keep: 'merchant' });
  const create = useAct(client.createPlatformMerchant);
  const [made, setMade] = useState<{
    readonly id: string;
    readonly name: string;
    readonly invited: Invited;
  } | null>(null);
  async function save(): Promise<void> {
    const answer = await create.run({ body: form.body() as Body }, form);
    if (!answer) return;
    form.forget();
    const { id, name, invitation } = answer.data;
    setMade({ id, name, invited: invitation });
  }
  return (
    <Page title={t.add} up={{ name: t.merchants, href: at('/merchants') }} lead={t.addLead}>
      <div class="narrow">
        {made ? (
          <InvitationShown title={t.made(made.name)} invited={made.invited}>
            <ButtonLink kind="primary" href={at(`/merchants/${made.id}`)}>
              {t.toShop}
            </ButtonLink>
          </InvitationShown>
        ) : (
          <Form form={form} onSubmit={save} label={t.add}>
            <RestoredNote form={form} />
            <TextField form={form} name="name" label={t.name} hint={t.nameHint} />
            <TextField
              form={form}
              name="email"
              label={t.ownerEmail}
              type="email"
              inputmode="email"
              hint={t.ownerHint}
            />
            <SelectField
              form={form}
              name="country"
              label={t.country}
              hint={t.countryHint}
              options={COUNTRIES.map((code) => [code, countryName(code)])}
            />
            <FormActs form={form} save={t.addAndInvite} busy={create.busy} always>
              <ButtonLink kind="ghost" href={at('/merchants')}>
                {common.cancel}
              </ButtonLink>
            </FormActs>
          </Form>
        )}
      </div>
    </Page>
  );
}

function countryName(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;
}
