import type { AnswerOf, Call } from '@cottontree/client';
import { Send } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { hrefOf } from '../../../kit/list/address.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { Dialog } from '../../../kit/parts/dialog.tsx';
import { Note } from '../../../kit/parts/note.tsx';
import { common } from '../../../kit/text/common.ts';
import { at } from '../../paths.ts';
import { eventKinds } from '../log/values.ts';
import { secretTexts as t } from './secret-texts.ts';

export type TestBody = NonNullable<Call<'testWebhook'>['body']>;

/** Sends an example of a kind and says at once what the server answered. */
export function SendTest({
  endpointId,
  onClose,
}: {
  readonly endpointId: string;
  readonly onClose: () => void;
}): VNode {
  const test = useAct(client.testWebhook);
  const [event, setEvent] = useState('webhook.test');
  const [result, setResult] = useState<AnswerOf<'testWebhook'>['data'] | null>(null);
  async function go(): Promise<void> {
    setResult(null);
    const body = { event } as TestBody;
    const answer = await test.run({ params: { id: endpointId }, body });
    if (answer) setResult(answer.data);
  }
  const acts = [
    <Button onClick={onClose}>{common.close}</Button>,
    <Button kind="primary" icon={Send} busy={test.busy} onClick={() => void go()}>
      {t.send}
    </Button>,
  ];
  return (
    <Dialog title={t.testTitle} onClose={onClose} acts={acts}>
      <p class="quiet">{t.testText}</p>
      <label class="field">
        <span>{t.kind}</span>
        <select
          class="input select"
          value={event}
          onChange={(change) => setEvent(change.currentTarget.value)}
        >
          {eventKinds.map((kind) => (
            <option value={kind}>{kind}</option>
          ))}
        </select>
      </label>
      {result && <TestResult of={result} onSee={onClose} />}
      {test.error && (
        <p class="fault" role="alert">
          {test.error.message}
        </p>
      )}
    </Dialog>
  );
}

/** What came back, and the way to all of it. */
export function TestResult({
  of: result,
  onSee,
}: {
  readonly of: AnswerOf<'testWebhook'>['data'];
  readonly onSee?: () => void;
}): VNode {
  const see = at(hrefOf(`/developers/webhooks/${result.endpoint_id}`, { delivery: result.delivery_id }));
  return (
    <div role="status">
      <Note meaning={result.succeeded ? 'good' : 'bad'}>
        <b>
          {result.succeeded && result.response_status !== null
            ? t.received(result.response_status, result.duration_ms)
            : t.notReceived}
        </b>{' '}
        {result.hint}{' '}
        <a class="link" href={see} onClick={() => onSee?.()}>
          {t.see}
        </a>
      </Note>
    </div>
  );
}
