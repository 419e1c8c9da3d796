import { limits } from 'form:setStaffPin';
import { CircleCheck, Lock } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { momentText } from '../../../kit/format/time.ts';
import { Card } from '../../../kit/parts/card.tsx';
import { TextField } from '../../../kit/parts/fields.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { asBody, ThingForm } from '../../../kit/form/thing-form.tsx';
import type { Person } from './staff.ts';
import { staffTexts as t } from './texts.ts';

/** Gives a new PIN, which nobody can read again; it is never kept on this device. */
export function PinCard({ person }: { readonly person: Person }): VNode {
  const form = useForm({ limits, initial: { pin: '' } });
  const [isSet, setIsSet] = useState(false);
  async function set(): Promise<void> {
    await client.setStaffPin({ params: { id: person.id }, body: asBody(form.body()) });
    form.reset({ pin: '' });
    setIsSet(true);
  }
  return (
    <Card title={t.pin}>
      <div class="stack">
        {person.pin_locked_until !== null ? (
          <Note meaning="bad" icon={Lock}>
            {t.pinLocked(momentText(person.pin_locked_until))}
          </Note>
        ) : (
          <p class="quiet">
            {person.pin_set_at === null ? t.noPin : t.hasPin(momentText(person.pin_set_at))}
          </p>
        )}
        {isSet && (
          <Note meaning="good" icon={CircleCheck}>
            {t.pinSet(person.name)}
          </Note>
        )}
        <ThingForm form={form} label={t.newPin} save={t.setPin} onSave={set}>
          <TextField
            form={form}
            name="pin"
            type="password"
            inputmode="numeric"
            autocomplete="new-password"
            label={t.newPin}
            hint={t.pinHint}
          />
          {person.has_pin && <p class="small quiet">{t.pinEnds}</p>}
        </ThingForm>
      </div>
    </Card>
  );
}
