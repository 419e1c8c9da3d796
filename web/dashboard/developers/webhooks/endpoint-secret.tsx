import { KeyRound } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { distanceText, nearText } from '../../../kit/format/time.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Card } from '../../../kit/parts/card.tsx';
import { Confirm } from '../../../kit/parts/dialog.tsx';
import { Columns } from '../../shell/page.tsx';
import type { Endpoint } from './endpoint.ts';
import { SecretShown } from './secret-shown.tsx';
import { secretTexts as t } from './secret-texts.ts';
import { SendTest } from './send-test.tsx';

const HOURS = [1, 24, 72, 168] as const;

/** The signing secret, and how it is changed without a gap: where one is in that stands in the endpoint itself. */
export function EndpointSecret({ of: endpoint }: { readonly of: Endpoint }): VNode {
  const next = endpoint.secrets.find(({ role }) => role === 'next');
  const rotate = useAct(client.rotateWebhookSecret);
  const promote = useAct(client.promoteWebhookSecret);
  const [hours, setHours] = useState<number>(24);
  const [secret, setSecret] = useState<string | null>(null);
  const [asking, ask] = useState<'test' | 'leak' | null>(null);
  const params = { id: endpoint.id };
  const close = (): void => ask(null);

  async function make(overlap: number): Promise<void> {
    const answer = await rotate.run({ params, body: { overlap_hours: overlap } });
    if (!answer) return;
    close();
    setSecret(answer.data.secret);
  }
  const fault = rotate.error?.message ?? promote.error?.message;
  const roll = (
    <>
      <p class="quiet">{t.intro}</p>
      <ol class="quick-steps">
        <Step number={1} title={t.step1} text={t.step1Text} done={next !== undefined}>
          {next === undefined && may('webhooks:write') && (
            <div class="row wrap end">
              <label class="field">
                <span>{t.overlap}</span>
                <select
                  class="input select"
                  value={String(hours)}
                  onChange={(event) => setHours(Number(event.currentTarget.value))}
                >
                  {HOURS.map((one) => (
                    <option value={String(one)}>{one % 24 === 0 ? t.days(one / 24) : t.hours(one)}</option>
                  ))}
                </select>
              </label>
              <Button kind="primary" icon={KeyRound} busy={rotate.busy} onClick={() => void make(hours)}>
                {t.make}
              </Button>
            </div>
          )}
        </Step>
        <Step number={2} title={t.step2} text={t.step2Text} />
        <Step number={3} title={t.step3} text={t.step3Text}>
          {next && may('webhooks:write') && (
            <div>
              <Button onClick={() => ask('test')}>{t.test}</Button>
            </div>
          )}
        </Step>
        <Step number={4} title={t.step4} text={t.step4Text}>
          {next && (
            <div class="row wrap">
              {may('webhooks:write') && (
                <Button kind="primary" busy={promote.busy} onClick={() => void promote.run({ params })}>
                  {t.promote}
                </Button>
              )}
              {next.promotes_at !== null && (
                <span class="small faint">{t.byItself(distanceText(next.promotes_at))}</span>
              )}
            </div>
          )}
        </Step>
      </ol>
      {fault !== undefined && asking !== 'leak' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </>
  );
  return (
    <>
      <Columns main={roll} side={<SecretsNow of={endpoint} leak={() => ask('leak')} />} />
      {secret !== null && <SecretShown secret={secret} onDone={() => setSecret(null)} />}
      {asking === 'test' && <SendTest endpointId={endpoint.id} onClose={close} />}
      {asking === 'leak' && (
        <Confirm
          title={t.leakTitle}
          consequences={[t.leakNow, t.leakGap]}
          keep={t.keepIt}
          go={t.leakGo}
          onGo={() => make(0)}
          onClose={close}
          busy={rotate.busy}
          fault={rotate.error?.message ?? null}
        />
      )}
    </>
  );
}

function Step({
  number,
  title,
  text,
  done = false,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly text: string;
  readonly done?: boolean;
  readonly children?: ComponentChildren;
}): VNode {
  return (
    <li class={done ? 'done' : ''}>
      <span class="step-number" aria-hidden="true">
        {number}
      </span>
      <div class="stack">
        <div>
          <h2>{title}</h2>
          <p class="quiet">{text}</p>
        </div>
        {children}
      </div>
    </li>
  );
}

function SecretsNow({ of: endpoint, leak }: { readonly of: Endpoint; readonly leak: () => void }): VNode {
  const roles = { primary: t.primary, next: t.nextRole, previous: t.previous };
  return (
    <>
      <Card title={t.now} bare>
        <ul class="line-rows">
          {endpoint.secrets.map(({ id, role, created_at: made, expires_at: ends }) => (
            <li key={id}>
              <span class="grow">
                <b>{roles[role]}</b>
                <br />
                <span class="faint">
                  {t.made(nearText(made))}
                  {ends !== null && `, ${t.ends(distanceText(ends))}`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
      {may('webhooks:write') && (
        <Card title={t.leak}>
          <Button kind="danger" onClick={leak}>
            {t.leakText}
          </Button>
        </Card>
      )}
    </>
  );
}
