import type { BulkTracking } from '@cottontree/contract';
import { Search } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { nearText } from '../../kit/format/time.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { Table } from '../../kit/parts/table.tsx';
import { counted, texts } from '../../kit/text/texts.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { deliveriesTexts } from './texts.ts';

const t = texts(
  {
    title: 'Look up many deliveries',
    lead: 'Paste job numbers as they stand in a message or a spreadsheet, up to 100.',
    numbers: 'Job numbers',
    go: 'Look them up',
    found: (found: number, missing: number) =>
      `${counted(found, 'delivery', 'deliveries')} found, ${missing} not.`,
    missing: 'Not found:',
    since: 'Since',
    arrives: 'Arrives',
    tooMany: 'At most 100 at once. The first 100 are looked up.',
  },
  {
    title: 'Luk fɔ bɔku dilivri',
    lead: 'Put di jɔb nɔmba dɛn lɛk aw dɛn de na mɛsej ɔ spredshit, te rich 100.',
    numbers: 'Jɔb nɔmba dɛn',
    go: 'Luk fɔ dɛn',
    found: (found, missing) => `Wi si ${found} dilivri, ${missing} wi nɔ si.`,
    missing: 'Wi nɔ si:',
    since: 'Frɔm',
    arrives: 'I go rich',
    tooMany: 'Nɔ pas 100 wan tɛm. Wi luk fɔ di fɔs 100.',
  },
);

const NUMBERS_MAX = 100;
const EVERY_MS = 15_000;

/** Where many deliveries stand at once, by their numbers. */
export function TrackPage(): VNode {
  const [typed, setTyped] = useState('');
  const [asked, ask] = useState<readonly string[]>([]);
  const numbers = [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];
  const { answer, error, loading, again } = useCall(
    client.bulkTrack,
    asked.length === 0 ? null : { body: { job_numbers: [...asked] } },
    { everyMs: EVERY_MS },
  );
  return (
    <Page title={t.title} crumbs={[[deliveriesTexts.title, at('/deliveries')]]} lead={t.lead}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          ask(numbers.slice(0, NUMBERS_MAX));
        }}
      >
        <label class="field">
          <span>{t.numbers}</span>
          <textarea
            class="input mono"
            rows={4}
            value={typed}
            placeholder="SHP-7A9K-NZZK SHP-4C8T-W2ND"
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          {numbers.length > NUMBERS_MAX && <small>{t.tooMany}</small>}
        </label>
        <div>
          <Button type="submit" kind="primary" icon={Search}>
            {t.go}
          </Button>
        </div>
      </form>
      {error ? (
        <Problem error={error} again={again} />
      ) : loading ? (
        <Loading />
      ) : (
        answer && <Found found={answer.data} />
      )}
    </Page>
  );
}

function Found({ found }: { readonly found: BulkTracking }): VNode {
  const rows = found.results.filter((row) => row.found);
  return (
    <div class="stack found">
      <p role="status">{t.found(rows.length, found.not_found.length)}</p>
      {found.not_found.length > 0 && (
        <p class="quiet">
          {t.missing} <span class="mono">{found.not_found.join(', ')}</span>
        </p>
      )}
      <Table
        label={t.title}
        rows={rows}
        keyOf={({ job_number }) => job_number}
        hrefOf={({ job_number }) => at(`/deliveries/${job_number}`)}
        columns={[
          {
            key: 'job',
            title: deliveriesTexts.job,
            phone: 1,
            cell: ({ job_number }) => <span class="mono nowrap">{job_number}</span>,
          },
          { key: 'order', title: deliveriesTexts.order, phone: 3, cell: ({ order_number }) => order_number },
          {
            key: 'status',
            title: deliveriesTexts.status,
            phone: 2,
            cell: ({ status }) => <Status of="delivery" status={status} />,
          },
          {
            key: 'since',
            title: t.since,
            phone: 4,
            cell: ({ status_updated_at }) => nearText(status_updated_at),
          },
          {
            key: 'arrives',
            title: t.arrives,
            cell: ({ estimated_delivery_at }) =>
              estimated_delivery_at === null ? '' : nearText(estimated_delivery_at),
          },
        ]}
      />
    </div>
  );
}
