import { limits } from 'form:scanTicket';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { SelectField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormFault } from '../../kit/parts/form.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { asBody } from '../../kit/form/thing-form.tsx';
import { doorTexts as t } from './door-texts.ts';
import type { EventProps } from './event-data.ts';

const BLANK = { code: '', gate: '', force: false };

/** Lets somebody in, or out, by the code that they read out. */
export function AdmitCard({ event }: EventProps): VNode {
  const form = useForm({ limits, initial: BLANK });
  const act = useAct(client.scanTicket);
  async function scan(direction: 'in' | 'out'): Promise<void> {
    const { force, ...body } = form.body();
    const answer = await act.run(
      {
        params: { id: event.id },
        body: asBody({ ...body, direction, source: 'manual', ...(force === true ? { force } : {}) }),
      },
      form,
    );
    if (!answer) return;
    const { ticket } = answer.data;
    const name = ticket.holder_name ?? ticket.code;
    toast(answer.data.result === 'exited' ? t.wasLetOut(name) : t.wasAdmitted(name));
    form.reset({ ...BLANK, gate: form.get('gate') });
  }
  return (
    <Card title={t.admitTitle}>
      <Form form={form} onSubmit={() => scan('in')} label={t.admitTitle}>
        <TextField form={form} name="code" label={t.admitCode} mono placeholder="7K4PD-9QWXP" />
        {event.scan_policy.gates.length > 0 && (
          <SelectField
            form={form}
            name="gate"
            label={t.gate}
            none={t.anyGate}
            options={event.scan_policy.gates.map((gate) => [gate, gate])}
          />
        )}
        {may('events:write') && <SwitchField form={form} name="force" label={t.force} hint={t.forceHint} />}
        <FormFault form={form} />
        <div class="row wrap">
          <Button type="submit" kind="primary" busy={act.busy}>
            {t.admitGo}
          </Button>
          {event.re_entry !== 'none' && (
            <Button busy={act.busy} onClick={() => void (form.check() && scan('out'))}>
              {t.letOut}
            </Button>
          )}
        </div>
      </Form>
    </Card>
  );
}
