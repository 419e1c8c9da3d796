import type { Answer, AnswerOf } from '@cottontree/client';
import { limits } from 'form:updateMerchant';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { readAccount } from '../../kit/data/read-account.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may, mode } from '../../kit/data/session.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { LongTextField, PhoneField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { pageNames } from './page-names.ts';
import { settingsTexts as t } from './texts.ts';
import type { FormValues } from '../../kit/form/values.ts';
import { useSaving, type Matching } from '../../kit/form/thing-form.tsx';

type Merchant = AnswerOf<'getMerchant'> extends Answer<infer Data> ? Data : never;

/** Who the business is. */
export function ProfilePage(): VNode {
  const { answer, error, again } = useCall(client.getMerchant, {});
  return (
    <Page title={pageNames.profile} crumbs={[[t.settings, at('/settings')]]}>
      {answer ? (
        <Profile merchant={answer.data} etag={answer.etag} />
      ) : error ? (
        <Problem error={error} again={again} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

type ProfileProps = { readonly merchant: Merchant; readonly etag: string | null };

function Profile({ merchant, etag }: ProfileProps): VNode {
  const { default_pickup: pickup } = merchant;
  const isLive = mode.value === 'live';
  return (
    <div class="narrow stack">
      {isLive && may('merchant:write') ? (
        <Business merchant={merchant} etag={etag} />
      ) : (
        <Card title={t.business}>
          <Facts merchant={merchant} />
          {!isLive && (
            <Note>
              {t.liveOnly}{' '}
              <a class="link" href={at('/settings', 'live')}>
                {t.toLive}
              </a>
            </Note>
          )}
        </Card>
      )}
      <Card
        title={t.pickup}
        end={
          <a class="link" href={at('/deliveries/addresses')}>
            {t.changePickup}
          </a>
        }
      >
        <p>{pickup === null ? t.noPickup : `${pickup.address}, ${pickup.city}`}</p>
      </Card>
    </div>
  );
}

/** What is only read here is no form. */
function Facts({ merchant }: Pick<ProfileProps, 'merchant'>): VNode {
  const { name, store_name, email, phone, address, time_zone } = merchant;
  return (
    <KeyValues
      rows={[
        [t.name, name],
        [t.storeName, store_name],
        [t.email, email],
        [t.phone, phone === null ? <span class="faint">{common.none}</span> : phoneText(phone)],
        [t.address, address ?? <span class="faint">{common.none}</span>],
        [t.timeZone, time_zone],
      ]}
    />
  );
}

function valuesOf(merchant: ProfileProps['merchant']): FormValues {
  const { name, store_name, email, phone, address, time_zone } = merchant;
  return { name, store_name, email, phone: phone ?? '', address: address ?? '', time_zone };
}

function Business({ merchant, etag }: ProfileProps): VNode {
  const form = useForm({ limits, initial: valuesOf(merchant) });
  const saving = useSaving(form, etag, async () => valuesOf((await client.getMerchant()).data));
  async function save(matching: Matching): Promise<void> {
    const { data } = await client.updateMerchant({ body: form.changes(), ...matching });
    form.reset(valuesOf(data));
    toast(t.saved);
    // The shop's name and its clock are told on every page.
    await readAccount().catch(() => undefined);
  }
  return (
    <Card title={t.business}>
      <Form form={form} onSubmit={() => saving.save(save)} label={t.business}>
        <p class="quiet small">{t.businessText}</p>
        <TextField form={form} name="name" label={t.name} mark={false} />
        <TextField form={form} name="store_name" label={t.storeName} mark={false} />
        <div class="fields two">
          <TextField form={form} name="email" label={t.email} type="email" inputmode="email" mark={false} />
          <PhoneField form={form} name="phone" label={t.phone} />
        </div>
        <LongTextField form={form} name="address" label={t.address} rows={2} />
        <TextField form={form} name="time_zone" label={t.timeZone} hint={t.timeZoneHint} mark={false} />
        {saving.theirs}
        <FormActs form={form} save={t.save} busy={saving.busy} />
      </Form>
    </Card>
  );
}
