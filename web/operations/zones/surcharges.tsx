import { Plus } from 'lucide';
import type { VNode } from 'preact';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Input } from '../../kit/parts/input.tsx';
import { common } from '../../kit/text/common.ts';
import { rateTexts as t } from './rate-texts.ts';
import type { Surcharge } from './rate-values.ts';
import { zoneTexts } from './texts.ts';
import { DAYS } from './zone-values.ts';

type Props = {
  readonly surcharges: readonly Surcharge[];
  readonly change: (next: readonly Surcharge[]) => void;
  readonly mayChange: boolean;
};

/** Shares on top at certain hours: nights, Sundays, rush hours. */
export function Surcharges({ surcharges, change, mayChange }: Props): VNode {
  const put = (at: number, next: Partial<Surcharge>): void =>
    change(surcharges.map((one, index) => (index === at ? { ...one, ...next } : one)));
  const add = (): void =>
    change([
      ...surcharges,
      {
        code: `surcharge_${surcharges.length + 1}`,
        label: t.night,
        percent: 25,
        days: DAYS,
        from: '20:00',
        to: '06:00',
      },
    ]);
  return (
    <Card
      title={t.surcharges}
      end={
        mayChange && (
          <Button size="s" icon={Plus} onClick={add}>
            {t.addSurcharge}
          </Button>
        )
      }
    >
      {surcharges.length === 0 && <p class="quiet">{t.noSurcharges}</p>}
      {surcharges.map((one, at) => (
        <fieldset class="surcharge plain-fieldset" key={at}>
          <legend class="hidden-text">{t.surchargeOf(at + 1)}</legend>
          <div class="rate-grid">
            <Line label={t.label} value={one.label} set={(label) => put(at, { label })} />
            <Line
              label={t.percent}
              value={String(one.percent)}
              set={(text) => put(at, { percent: Number(text) || 0 })}
            />
            <Line label={zoneTexts.from} type="time" value={one.from} set={(from) => put(at, { from })} />
            <Line label={zoneTexts.to} type="time" value={one.to} set={(to) => put(at, { to })} />
          </div>
          <div class="row wrap" role="group" aria-label={zoneTexts.days}>
            {DAYS.map((day) => (
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
                {zoneTexts[day as 'mon']}
              </label>
            ))}
            <span class="grow" />
            {mayChange && (
              <Button
                size="s"
                kind="ghost"
                onClick={() => change(surcharges.filter((_, index) => index !== at))}
              >
                {common.remove}
              </Button>
            )}
          </div>
        </fieldset>
      ))}
    </Card>
  );
}

function Line({
  label,
  value,
  set,
  type = 'text',
}: {
  readonly label: string;
  readonly value: string;
  readonly set: (text: string) => void;
  readonly type?: 'text' | 'time';
}): VNode {
  return (
    <label class="field">
      <span>{label}</span>
      <Input class="input" type={type} value={value} onText={set} />
    </label>
  );
}
