import type { Data, Operations } from '@cottontree/contract';
import { limits } from 'form:createScannerDevice';
import { CircleCheck } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { spanText } from '../../kit/format/time.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { SelectField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Qr } from '../../kit/parts/qr.tsx';
import { asBody } from '../../kit/form/thing-form.tsx';
import { doorTexts as t } from './door-texts.ts';
import type { EventProps } from './event-data.ts';

type NewDevice = Data<Operations['createScannerDevice']>;
const LOOK_MS = 2_000;

/** A phone becomes a scanner: its name and gate, then a code to scan with it, shown once. */
export function PairDialog({ event, close }: EventProps & { readonly close: () => void }): VNode {
  const [device, setDevice] = useState<NewDevice | null>(null);
  const form = useForm({ limits, initial: { name: '', gate: '', role: 'steward' } });
  const act = useAct(client.createScannerDevice);
  async function make(): Promise<void> {
    const made = await act.run({ params: { id: event.id }, body: asBody(form.body()) }, form);
    if (made) setDevice(made.data);
  }
  return (
    <Dialog title={t.pairTitle} onClose={close}>
      {device ? (
        <ShownCode event={event} device={device} />
      ) : (
        <Form form={form} onSubmit={make} label={t.pairTitle}>
          <TextField form={form} name="name" label={t.pairName} hint={t.pairNameHint} autofocus />
          {event.scan_policy.gates.length > 0 && (
            <SelectField
              form={form}
              name="gate"
              label={t.gate}
              none={t.anyGate}
              options={event.scan_policy.gates.map((gate) => [gate, gate])}
            />
          )}
          <SelectField
            form={form}
            name="role"
            label={t.role}
            options={[
              ['steward', t.steward],
              ['supervisor', t.supervisor],
            ]}
          />
          <FormActs form={form} save={t.pairGo} busy={act.busy} always />
        </Form>
      )}
    </Dialog>
  );
}

/** The code, as a picture and as digits, until the phone has used it. */
function ShownCode({ event, device }: EventProps & { readonly device: NewDevice }): VNode {
  const status = useCall(
    client.getScannerDevice,
    { params: { id: event.id, deviceId: device.id } },
    { everyMs: LOOK_MS },
  ).answer?.data.status;
  const left = useLeft(device.expires_at);
  const { pairing_code: digits } = device;
  const address = `${location.origin}/scan`;
  if (status === 'paired')
    return (
      <Note meaning="good" icon={CircleCheck}>
        {t.nowPaired(device.name)}
      </Note>
    );
  if (left <= 0) return <p class="fault">{t.codeOver}</p>;
  return (
    <div class="event-pairing">
      <Qr text={`${address}#pair=${digits}`} label={t.pair} />
      <div class="stack">
        <p>{t.pairSteps}</p>
        <output class="event-digits">{`${digits.slice(0, 4)} ${digits.slice(4)}`}</output>
        <p class="mono">{address}</p>
        <p class="small quiet">{t.codeEnds(spanText(left))}</p>
      </div>
    </div>
  );
}

/** How long something still holds, looked at each second. */
function useLeft(until: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Date.parse(until) - now;
}
