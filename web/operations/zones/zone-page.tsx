import type { ZoneItem } from '@cottontree/contract';
import { useLocation } from 'preact-iso';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { limits as createLimits } from 'form:createZone';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Form, FormActs, RestoredNote } from '../../kit/parts/form.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Page } from '../shell/page.tsx';
import { NotThere } from '../shell/not-there.tsx';
import { ZoneFields } from './zone-fields.tsx';
import { zoneTexts as t } from './texts.ts';
import { polygonOf, valuesOf, zoneBody } from './zone-values.ts';

const ALL_MAX = 100;

/** A zone that is there, found by its code. */
export function ZonePage({ params }: PageProps): VNode {
  const code = params['code'] ?? '';
  const { answer, error, again } = useCall(client.listDispatchZones, { query: { q: code, limit: ALL_MAX } });
  const zone = answer?.data.find((one) => one.code === code);
  if (error && !answer) return <Problem error={error} again={again} />;
  if (!answer) return <Loading kind="detail" />;
  return zone ? <OneZone zone={zone} key={zone.id} /> : <NotThere />;
}

export function NewZonePage(): VNode {
  return <OneZone zone={null} />;
}

type CreateBody = Parameters<typeof client.createZone>[0]['body'];
type UpdateBody = Parameters<typeof client.updateZone>[0]['body'];

function OneZone({ zone }: { readonly zone: ZoneItem | null }): VNode {
  const { route } = useLocation();
  const form = useForm({ limits: createLimits, initial: valuesOf(zone), keep: `zone/${zone?.code ?? ''}` });
  const create = useAct(client.createZone);
  const update = useAct(client.updateZone);
  const [retiring, setRetiring] = useState(false);
  async function save(): Promise<void> {
    const border = polygonOf(form.text('border'));
    if (border === undefined) {
      form.faults.value = { border: t.badCorner };
      return;
    }
    const body = zoneBody(form, border);
    const answer = zone
      ? await update.run({ params: { id: zone.id }, body: body as UpdateBody }, form)
      : await create.run({ body: { code: form.text('code').trim(), ...body } as CreateBody }, form);
    if (!answer) return;
    form.forget();
    toast(t.saved(answer.data.name));
    route(at('/zones'));
  }
  async function turn(): Promise<void> {
    if (zone && (await update.run({ params: { id: zone.id }, body: { active: !zone.active } })))
      setRetiring(false);
  }
  const mayWrite = may('dispatch:write');
  return (
    <Page
      title={zone?.name ?? t.add}
      up={{ name: t.zones, href: at('/zones') }}
      {...(zone ? { lead: zone.active ? t.servedLead : t.retiredLead } : {})}
      acts={
        zone &&
        mayWrite && (
          <Button kind={zone.active ? 'danger' : 'primary'} onClick={() => setRetiring(true)}>
            {zone.active ? t.retire : t.reopen}
          </Button>
        )
      }
    >
      <div class="narrow">
        <Form form={form} onSubmit={save} label={zone?.name ?? t.add}>
          <RestoredNote form={form} />
          <ZoneFields form={form} isNew={zone === null} />
          {mayWrite && (
            <FormActs form={form} save={zone ? t.save : t.add} busy={create.busy || update.busy} always>
              <ButtonLink kind="ghost" href={at('/zones')}>
                {common.cancel}
              </ButtonLink>
            </FormActs>
          )}
        </Form>
      </div>
      {zone && retiring && (
        <Confirm
          title={zone.active ? t.retireTitle(zone.name) : t.reopenTitle(zone.name)}
          consequences={zone.active ? [t.retireText, t.retireKept] : [t.reopenText]}
          keep={common.cancel}
          go={zone.active ? t.retire : t.reopen}
          onGo={turn}
          onClose={() => setRetiring(false)}
          busy={update.busy}
          fault={update.error?.message ?? null}
        />
      )}
    </Page>
  );
}
