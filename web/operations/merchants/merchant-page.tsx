import type { PlatformMerchant } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { limits } from 'form:updatePlatformMerchant';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { dateText, momentText, nearText } from '../../kit/format/time.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { hrefOf } from '../../kit/list/address.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { actText } from '../audit/act-text.ts';
import { detailsText } from '../audit/details-text.ts';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Columns, Page } from '../shell/page.tsx';
import { InviteDialog, ReinstateDialog, SuspendDialog } from './merchant-dialogs.tsx';
import { merchantTexts as t } from './texts.ts';

/** One shop: who it is, how much it may ask, whether it may do anything, what was done to it. */
export function MerchantPage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const { answer, error, again } = useCall(client.getPlatformMerchant, { params: { id } });
  const [act, setAct] = useState<'suspend' | 'reinstate' | 'invite' | null>(null);
  const shop = answer?.data;
  const close = (): void => setAct(null);
  return (
    <Page
      title={shop?.name ?? t.merchant}
      up={{ name: t.merchants, href: at('/merchants') }}
      badge={shop && <Status of="member" status={shop.status} pill />}
      acts={
        shop && (
          <>
            <Button onClick={() => setAct('invite')}>{t.invite}</Button>
            {shop.status === 'active' ? (
              <Button kind="danger" onClick={() => setAct('suspend')}>
                {t.suspend}
              </Button>
            ) : (
              <Button kind="primary" onClick={() => setAct('reinstate')}>
                {t.reinstate}
              </Button>
            )}
          </>
        )
      }
    >
      {error && !answer ? (
        <Problem error={error} again={again} />
      ) : shop ? (
        <Columns
          main={
            <>
              <SuspensionNote shop={shop} />
              <LimitsCard shop={shop} key={shop.id} />
              <ActsCard id={shop.id} />
            </>
          }
          side={<FactsCard shop={shop} />}
        />
      ) : (
        <Loading kind="detail" />
      )}
      {shop && act === 'suspend' && <SuspendDialog shop={shop} onClose={close} />}
      {shop && act === 'reinstate' && <ReinstateDialog shop={shop} onClose={close} />}
      {shop && act === 'invite' && <InviteDialog shop={shop} onClose={close} />}
    </Page>
  );
}

function SuspensionNote({ shop: { suspension } }: { readonly shop: PlatformMerchant }): VNode | null {
  if (suspension === null) return null;
  return (
    <Note meaning="wait">
      <b>{suspension.at === null ? t.suspendedByCommand : t.suspendedSince(momentText(suspension.at))}</b>{' '}
      {suspension.reason}
    </Note>
  );
}

function FactsCard({ shop }: { readonly shop: PlatformMerchant }): VNode {
  return (
    <Card title={t.facts}>
      <KeyValues
        left
        rows={[
          [t.id, <span class="mono">{shop.id}</span>],
          [t.shopName, shop.store_name],
          [t.email, shop.email],
          shop.phone !== null && [t.phone, phoneText(shop.phone)],
          [t.country, `${shop.country}, ${shop.currency}, ${shop.time_zone}`],
          [t.people, shop.members],
          [t.since, dateText(shop.created_at)],
          [
            t.parcels,
            <a class="link" href={hrefOf(at('/jobs'), { merchant_id: shop.id })}>
              {t.showParcels}
            </a>,
          ],
        ]}
      />
    </Card>
  );
}

function LimitsCard({ shop }: { readonly shop: PlatformMerchant }): VNode {
  const form = useForm({
    limits,
    initial: {
      reads_per_second: String(shop.reads_per_second),
      writes_per_second: String(shop.writes_per_second),
    },
  });
  const update = useAct(client.updatePlatformMerchant);
  async function save(): Promise<void> {
    const call = { params: { id: shop.id }, body: form.changes(), ifMatch: `"${shop.version}"` };
    if (await update.run(call, form)) form.reset(form.values.value);
  }
  return (
    <Card title={t.limits}>
      <Form form={form} onSubmit={save} label={t.limits}>
        <TextField
          form={form}
          name="reads_per_second"
          label={t.reads}
          inputmode="numeric"
          hint={t.limitsHint}
        />
        <TextField form={form} name="writes_per_second" label={t.writes} inputmode="numeric" />
        <FormActs form={form} save={t.saveLimits} busy={update.busy} />
      </Form>
    </Card>
  );
}

function ActsCard({ id }: { readonly id: string }): VNode {
  const { answer } = useCall(client.listPlatformActs, { query: { merchant_id: id, limit: 20 } });
  return (
    <Card title={t.done}>
      {answer && answer.data.length > 0 ? (
        <KeyValues
          left
          rows={answer.data.map((one) => [
            nearText(one.at),
            `${one.actor_name}: ${actText(one.action)}. ${detailsText(one.details)}`,
          ])}
        />
      ) : (
        <p class="quiet">{t.nothingDone}</p>
      )}
    </Card>
  );
}
