import type { ZoneItem } from '@cottontree/contract';
import { useLocation } from 'preact-iso';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { limits as createLimits } from 'form:createZone';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { Form, FormActs, RestoredNote } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Page } from '../shell/page.tsx';
import { NotThere } from '../shell/not-there.tsx';
import { ZoneFields } from './zone-fields.tsx';
import { zoneTexts as t } from './texts.ts';
import { ZoneMap } from './zone-map.tsx';
import { geometryOf, readPieces, valuesOf, zoneBody, zoneChanges } from './zone-values.ts';

/** A zone that is there, found by its code. */
export function ZonePage({ params }: PageProps): VNode {
  const code = params['code'] ?? '';
  const { answer, error, again } = useCall(client.getDispatchZone, { params: { id: code } });
  if (error?.code === 'ZONE_NOT_FOUND') return <NotThere />;
  if (error && !answer) return <Problem error={error} again={again} />;
  if (!answer) return <Loading kind="detail" />;
  return <OneZone read={{ zone: answer.data, etag: answer.etag }} key={answer.data.id} />;
}

export function NewZonePage(): VNode {
  return <OneZone read={null} />;
}

type CreateBody = Parameters<typeof client.createZone>[0]['body'];
type UpdateBody = Parameters<typeof client.updateZone>[0]['body'];

type Read = { readonly zone: ZoneItem; readonly etag: string | null };

function OneZone({ read }: { readonly read: Read | null }): VNode {
  const { route } = useLocation();
  const zone = read?.zone ?? null;
  // What is saved is held to what the form began with, whatever was read meanwhile.
  const [began, setBegan] = useState(read);
  const form = useForm({ limits: createLimits, initial: valuesOf(zone), keep: `zone/${zone?.code ?? ''}` });
  const create = useAct(client.createZone);
  const update = useAct(client.updateZone);
  const [retiring, setRetiring] = useState(false);
  async function save(): Promise<void> {
    const border = geometryOf(readPieces(form.get('pieces')));
    if (border === undefined) {
      form.show({ geometry: t.badCorner });
      return;
    }
    const answer = began
      ? await update.run(
          {
            params: { id: began.zone.id },
            body: zoneChanges(began.zone, form.values.value, border) as UpdateBody,
            ...(began.etag === null ? {} : { ifMatch: began.etag }),
          },
          form,
        )
      : await create.run({ body: newZone(form, border) }, form);
    if (!answer) return;
    form.forget();
    toast(t.saved(answer.data.name));
    route(at('/zones'));
  }
  async function turn(): Promise<void> {
    if (!zone) return;
    const answer = await update.run({ params: { id: zone.id }, body: { active: !zone.active } });
    if (!answer) return;
    setBegan({ zone: answer.data, etag: answer.etag });
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
      <div class="zone-columns">
        <Form form={form} onSubmit={save} label={zone?.name ?? t.add}>
          <RestoredNote form={form} />
          {update.error?.code === 'PRECONDITION_FAILED' && <Note meaning="wait">{t.changedSince}</Note>}
          <fieldset class="plain-fieldset stack" disabled={!mayWrite}>
            <ZoneFields form={form} isNew={zone === null} />
          </fieldset>
          {mayWrite && (
            <FormActs form={form} save={zone ? t.save : t.add} busy={create.busy || update.busy} always>
              <ButtonLink kind="ghost" href={at('/zones')}>
                {common.cancel}
              </ButtonLink>
            </FormActs>
          )}
        </Form>
        <ZoneMap form={form} zone={zone} mayDraw={mayWrite} />
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

/** What a new zone is silent about takes its default: no amount and no weight of its own. */
function newZone(form: FormState, border: object | null): CreateBody {
  const body = { code: form.text('code').trim(), ...zoneBody(form.values.value, border) };
  return body as unknown as CreateBody;
}
