import type { AnswerOf } from '@cottontree/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { may, membership } from '../../../kit/data/session.ts';
import { momentText } from '../../../kit/format/time.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Input } from '../../../kit/parts/input.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { testTexts as t } from './test-texts.ts';

type Clock = AnswerOf<'createTestClock'>['data'];

const HOUR_S = 3_600;

/** Stops the time of the test data, moves it on, and gives it back to the present. */
export function TestClock(): VNode {
  const [clock, setClock] = useState(readKept);
  function keep(next: Clock | null): void {
    if (next) localStorage.setItem(keyOfShop(), JSON.stringify(next));
    else localStorage.removeItem(keyOfShop());
    setClock(next);
  }
  if (!may('shipping:write')) return <NotAllowed scope="shipping:write" />;
  return (
    <div class="narrow stack">
      <p class="quiet">{t.clockText}</p>
      {clock ? <Moving of={clock} keep={keep} /> : <Making keep={keep} />}
    </div>
  );
}

function Making({ keep }: { readonly keep: (clock: Clock | null) => void }): VNode {
  const create = useAct(client.createTestClock);
  const [start, setStart] = useState('');
  async function go(): Promise<void> {
    const answer = await create.run({ body: start === '' ? {} : { now: start } });
    if (answer) keep(answer.data);
  }
  return (
    <>
      <p>{t.clockPresent}</p>
      <label class="field">
        <span>{t.clockStart}</span>
        <Input class="input" type="datetime-local" value={start} onText={setStart} />
        <small>{t.clockStartHint}</small>
      </label>
      <div>
        <Button kind="primary" busy={create.busy} onClick={() => void go()}>
          {t.clockMake}
        </Button>
      </div>
      {create.error && (
        <p class="fault" role="alert">
          {create.error.message}
        </p>
      )}
    </>
  );
}

function Moving({
  of: clock,
  keep,
}: {
  readonly of: Clock;
  readonly keep: (clock: Clock | null) => void;
}): VNode {
  const advance = useAct(client.advanceTestClock);
  const remove = useAct(client.deleteTestClock);
  const [to, setTo] = useState('');
  const [moved, setMoved] = useState(false);
  const params = { id: clock.id };
  async function on(body: { readonly seconds?: number; readonly to?: string }): Promise<void> {
    const answer = await advance.run({ params, body });
    if (!answer) return;
    keep(answer.data);
    setMoved(true);
  }
  async function end(): Promise<void> {
    if (await remove.run({ params })) keep(null);
  }
  const steps = [
    [HOUR_S, t.hour],
    [24 * HOUR_S, t.day],
    [7 * 24 * HOUR_S, t.week],
    [30 * 24 * HOUR_S, t.month],
  ] as const;
  const fault = advance.error ?? remove.error;
  return (
    <>
      <p role="status">
        {t.clockStands}
        <b class="clock-time">{momentText(clock.now)}</b>
        {moved && <span class="small quiet">{t.clockMoved}</span>}
      </p>
      <div class="row wrap">
        {steps.map(([seconds, name]) => (
          <Button busy={advance.busy} onClick={() => void on({ seconds })}>
            {name}
          </Button>
        ))}
      </div>
      <div class="row wrap end">
        <label class="field">
          <span>{t.clockTo}</span>
          <Input class="input" type="datetime-local" value={to} onText={setTo} />
        </label>
        <Button busy={advance.busy} off={to === '' && t.clockTo} onClick={() => void on({ to })}>
          {t.clockGo}
        </Button>
      </div>
      {fault && (
        <p class="fault" role="alert">
          {fault.message}
          {fault.code === 'CLOCK_NOT_FOUND' && (
            <button type="button" class="link" onClick={() => keep(null)}>
              {t.clockMake}
            </button>
          )}
        </p>
      )}
      <div class="row wrap">
        <Button busy={remove.busy} onClick={() => void end()}>
          {t.clockDelete}
        </Button>
        <span class="small faint grow">{t.clockDeleteText}</span>
      </div>
    </>
  );
}

/** No operation tells where a clock stands, so this device remembers what it was told. */
function readKept(): Clock | null {
  try {
    return JSON.parse(localStorage.getItem(keyOfShop()) ?? 'null') as Clock | null;
  } catch {
    return null;
  }
}

function keyOfShop(): string {
  return `ct.clock.${membership.value?.merchant_id ?? ''}`;
}
