import type { Call } from '@cottontree/client';
import { Lightbulb, TriangleAlert } from 'lucide';
import { signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may, mode } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { SecretOnce } from '../../kit/parts/copy.tsx';
import { Json } from '../../kit/parts/json.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { NotAllowed, Problem } from '../../kit/parts/states.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { at } from '../paths.ts';
import { DevPage } from './frame.tsx';
import { scopesOfPerson } from './keys/scopes.ts';
import { LastRequests } from './log/last-requests.tsx';
import { shortUrl } from './log/values.ts';
import { quickTexts as t } from './quick-texts.ts';
import type { SampleCall } from './sample-code.ts';
import { Samples } from './samples.tsx';
import { placeTexts } from './texts.ts';

/** Shown once; kept in memory alone, so that a reload forgets it. */
const madeKey = signal<string | null>(null);
const PLACEHOLDER = 'sk_test_…';

const calls = {
  quote: { method: 'GET', path: '/shipping/quote?pickup_city=Freetown&delivery_city=Lumley&weight_kg=1.5' },
  deliver: {
    method: 'POST',
    path: '/shipping/deliveries',
    body: {
      pickup_city: 'Freetown',
      delivery_city: 'Lumley',
      delivery_address: '27 Freetown Road',
      recipient_name: 'Alpha Koroma',
      recipient_phone: '078 234567',
      weight_kg: 1.5,
    },
  },
  link: { method: 'POST', path: '/payment-links', body: { title: 'Deposit', amount: 150.5 } },
  list: { method: 'GET', path: '/payments?status=succeeded&limit=5' },
} as const satisfies Readonly<Record<string, SampleCall>>;

/** The first call in a minute: a test key, a call filled with it, an endpoint for what comes back. */
export function QuickStartPage(): VNode {
  return (
    <DevPage
      title={placeTexts.overview}
      lead={t.lead}
      acts={
        <ButtonLink href="/docs" target="_blank">
          {t.docs}
        </ButtonLink>
      }
    >
      <EndpointsInTrouble />
      <div class="columns">
        <ol class="quick-steps">
          <Step number={1} title={t.step1}>
            <OwnKey />
          </Step>
          <Step number={2} title={t.step2}>
            <FirstCall />
          </Step>
          <Step number={3} title={t.step3}>
            <p class="quiet">{t.step3Text}</p>
            <div class="row wrap">
              {may('webhooks:write') && (
                <ButtonLink href={at('/developers/webhooks/new')}>{t.addEndpoint}</ButtonLink>
              )}
              <ButtonLink kind="ghost" href={at('/developers/events')}>
                {t.catalogue}
              </ButtonLink>
            </div>
          </Step>
          {may('webhooks:read') && (
            <Step number={4} title={t.step4}>
              <SignedExample />
            </Step>
          )}
        </ol>
        <div class="stack">{may('requests:read') && <LastRequests />}</div>
      </div>
    </DevPage>
  );
}

function Step({
  number,
  title,
  children,
}: {
  readonly number: number;
  readonly title: string;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <li>
      <span class="step-number" aria-hidden="true">
        {number}
      </span>
      <div class="stack">
        <h2>{title}</h2>
        {children}
      </div>
    </li>
  );
}

function OwnKey(): VNode {
  const make = useAct(client.createKey);
  if (mode.value === 'live')
    return (
      <>
        <p class="quiet">{t.step1Live}</p>
        <div>
          <ButtonLink kind="primary" href={at('/developers', 'test')}>
            {t.toTest}
          </ButtonLink>
        </div>
      </>
    );
  if (madeKey.value !== null)
    return (
      <>
        <SecretOnce secret={madeKey.value} />
        <p class="small quiet">{t.filledIn}</p>
      </>
    );
  async function go(): Promise<void> {
    const scopes = scopesOfPerson() as NonNullable<Call<'createKey'>['body']['scopes']>;
    const answer = await make.run({ body: { name: t.keyName, kind: 'secret', scopes } });
    if (answer) madeKey.value = answer.data.key;
  }
  return (
    <>
      <p class="quiet">{t.step1Text}</p>
      {may('keys:write') ? (
        <div class="row wrap">
          <Button kind="primary" busy={make.busy} onClick={() => void go()}>
            {t.make}
          </Button>
          <a class="link" href={at('/developers/keys')}>
            {t.allKeys}
          </a>
        </div>
      ) : (
        <NotAllowed scope="keys:write" />
      )}
      {make.error && (
        <p class="fault" role="alert">
          {make.error.message}
        </p>
      )}
    </>
  );
}

function FirstCall(): VNode {
  const [chosen, choose] = useState<keyof typeof calls>('quote');
  return (
    <>
      <p class="quiet">{t.step2Text}</p>
      <Segmented
        label={t.what}
        options={[
          ['quote', t.quote],
          ['deliver', t.deliver],
          ['link', t.link],
          ['list', t.list],
        ]}
        value={chosen}
        onChange={choose}
      />
      <Samples
        call={calls[chosen]}
        apiKey={madeKey.value ?? PLACEHOLDER}
        languages={['curl', 'typescript', 'python', 'php', 'go']}
      />
      {madeKey.value === null && <Note icon={Lightbulb}>{t.placeholder}</Note>}
    </>
  );
}

function SignedExample(): VNode | null {
  const { answer, error, again } = useCall(client.getVerifyExample, {});
  if (error && !answer) return <Problem error={error} again={again} />;
  if (!answer) return null;
  const { secret, body, headers } = answer.data;
  return (
    <>
      <p class="quiet">{t.step4Text}</p>
      <SecretOnce secret={secret} />
      <h3>{t.headers}</h3>
      <Json value={headers} label={t.headers} />
      <h3>{t.body}</h3>
      <Json value={body} label={t.body} />
    </>
  );
}

/** What fails is told before all else, with the way to it. */
function EndpointsInTrouble(): VNode | null {
  const { answer } = useCall(client.listWebhooks, may('webhooks:read') ? { query: { limit: 100 } } : null);
  if (!answer) return null;
  return (
    <div class="troubles">
      {answer.data.map(({ id, url, status }) => (
        <Trouble key={id} id={id} url={url} stopped={status === 'auto_disabled'} />
      ))}
    </div>
  );
}

function Trouble({
  id,
  url,
  stopped,
}: {
  readonly id: string;
  readonly url: string;
  readonly stopped: boolean;
}): VNode | null {
  const { answer } = useCall(client.getWebhookHealth, { params: { id } });
  const since = answer?.data.failing_since ?? null;
  if (!stopped && since === null) return null;
  return (
    <Note meaning="bad" icon={TriangleAlert}>
      <b>{shortUrl(url)}</b> {stopped || since === null ? t.stopped : t.failingSince(nearText(since))}{' '}
      {answer?.data.last_failure}{' '}
      <a class="link nowrap" href={at(`/developers/webhooks/${id}`)}>
        {t.look}
      </a>
    </Note>
  );
}
