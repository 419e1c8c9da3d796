import type { AnswerOf } from '@cottontree/client';
import { Send } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useAct, useCall } from '../../../kit/data/queries.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { shortUrl } from '../log/values.ts';
import { secretTexts as t } from './secret-texts.ts';
import { TestResult, type TestBody } from './send-test.tsx';

/** Sends the example of a kind to one of the endpoints. */
export function SendExample({ event }: { readonly event: string }): VNode | null {
  const { answer } = useCall(client.listWebhooks, { query: { limit: 100 } });
  const test = useAct(client.testWebhook);
  const [chosen, choose] = useState('');
  const [result, setResult] = useState<AnswerOf<'testWebhook'>['data'] | null>(null);
  if (!answer) return null;
  const endpointId = chosen || answer.data[0]?.id;
  if (endpointId === undefined) return <p class="small faint">{t.noEndpoint}</p>;
  async function go(id: string): Promise<void> {
    const sent = await test.run({ params: { id }, body: { event } as TestBody });
    if (sent) setResult(sent.data);
  }
  return (
    <>
      <div class="row wrap">
        <select
          class="input select send-to"
          aria-label={t.endpoint}
          value={endpointId}
          onChange={(change) => choose(change.currentTarget.value)}
        >
          {answer.data.map(({ id, url }) => (
            <option value={id}>{shortUrl(url)}</option>
          ))}
        </select>
        <Button icon={Send} busy={test.busy} onClick={() => void go(endpointId)}>
          {t.test}
        </Button>
      </div>
      {result && <TestResult of={result} />}
      {test.error && (
        <p class="fault" role="alert">
          {test.error.message}
        </p>
      )}
    </>
  );
}
