import { Plus } from 'lucide';
import type { VNode } from 'preact';
import type { FormState } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { common } from '../../kit/text/common.ts';
import { zoneTexts as t } from './texts.ts';
import { DAYS, readHours, type Hours } from './zone-values.ts';

/** When a zone is served: any number of days with their hours; none is always. */
export function HoursFields({ form }: { readonly form: FormState }): VNode {
  const hours = readHours(form.get('hours'));
  const change = (next: readonly Hours[]): void => form.set('hours', JSON.stringify(next));
  const put = (at: number, next: Partial<Hours>): void =>
    change(hours.map((one, index) => (index === at ? { ...one, ...next } : one)));
  const fault = Object.entries(form.faults.value).find(([path]) => path.startsWith('hours'))?.[1];
  return (
    <Card
      title={t.hours}
      end={
        <Button
          size="s"
          icon={Plus}
          onClick={() => change([...hours, { days: DAYS as Hours['days'], from: '08:00', to: '20:00' }])}
        >
          {t.addHours}
        </Button>
      }
    >
      {hours.length === 0 && <p class="quiet">{t.noHours}</p>}
      {fault !== undefined && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {hours.map((one, at) => (
        <fieldset class="surcharge plain-fieldset" key={at}>
          <legend class="hidden-text">{t.hoursOf(at + 1)}</legend>
          <div class="rate-grid">
            <Time label={t.from} value={one.from} set={(from) => put(at, { from })} />
            <Time label={t.to} value={one.to} set={(to) => put(at, { to })} />
          </div>
          <div class="row wrap" role="group" aria-label={t.days}>
            {(DAYS as Hours['days']).map((day) => (
              <label class="row small" key={day}>
                <input
                  type="checkbox"
                  class="check"
                  checked={one.days.includes(day)}
                  onChange={(event) =>
                    put(at, {
                      days: event.currentTarget.checked
                        ? [...one.days, day]
                        : one.days.filter((other) => other !== day),
                    })
                  }
                />
                {t[day]}
              </label>
            ))}
            <span class="grow" />
            <Button size="s" kind="ghost" onClick={() => change(hours.filter((_, index) => index !== at))}>
              {common.remove}
            </Button>
          </div>
        </fieldset>
      ))}
      {hours.length > 0 && <p class="small quiet">{t.toHint}</p>}
    </Card>
  );
}

function Time({
  label,
  value,
  set,
}: {
  readonly label: string;
  readonly value: string;
  readonly set: (text: string) => void;
}): VNode {
  return (
    <label class="field">
      <span>{label}</span>
      <Input class="input" type="time" value={value} onText={set} />
    </label>
  );
}
