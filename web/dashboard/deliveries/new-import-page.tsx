import type { Import } from '@cottontree/contract';
import { FileSpreadsheet, Upload } from 'lucide';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { readingTexts, readTextFile } from '../../kit/form/read-text-file.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { NotAllowed } from '../../kit/parts/states.tsx';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { ImportFaults } from './import-faults.tsx';
import { importTexts as t } from './imports-texts.ts';
import { deliveriesTexts } from './texts.ts';
import './deliveries.css';

const BYTES_MAX = 10 * 1024 * 1024;
const EXAMPLE = `order_number,recipient_name,recipient_phone,delivery_address,delivery_city,delivery_landmark,weight_kg,cod_amount
ORD-2001,Fatmata Koroma,078 234567,27 Freetown Road,Lumley,Blue gate,1.5,150.50
ORD-2002,Ibrahim Bah,076 345678,3 Pademba Road,Freetown,,2,
`;

/** Takes a CSV file, checks it, and makes its deliveries once somebody says so. */
export function NewImportPage(): VNode {
  return (
    <Page
      title={t.new}
      lead={t.lead}
      crumbs={[
        [deliveriesTexts.title, at('/deliveries')],
        [deliveriesTexts.imports, at('/deliveries/imports')],
      ]}
    >
      {may('shipping:write') ? <Take /> : <NotAllowed scope="shipping:write" />}
    </Page>
  );
}

function Take(): VNode {
  const [csv, setCsv] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const check = useAct(client.createImport);
  const [checked, setChecked] = useState<Import | null>(null);

  async function look(text: string): Promise<void> {
    setFault(null);
    const answer = await check.run({ body: { csv: text, dry_run: true } });
    setChecked(answer?.data ?? null);
  }
  async function read(file: File | undefined): Promise<void> {
    if (!file) return;
    if (file.size > BYTES_MAX) return setFault(t.tooLarge);
    const text = await readTextFile(file);
    if (text === null) return setFault(readingTexts.noUnicode);
    setCsv(text);
    await look(text);
  }

  if (checked) return <Checked csv={csv} checked={checked} back={() => setChecked(null)} />;
  return (
    <div class="stack narrow-wide">
      <label
        class="drop"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void read(event.dataTransfer?.files[0]);
        }}
      >
        <span class="button plain">{t.choose}</span>
        <input
          type="file"
          class="hidden-text"
          accept=".csv,text/csv,text/plain"
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </label>
      <label class="field">
        <span>{t.or}</span>
        <textarea
          class="input mono"
          rows={8}
          value={csv}
          onInput={(event) => setCsv(event.currentTarget.value)}
        />
      </label>
      {(fault ?? check.error) && <Note meaning="bad">{fault ?? check.error?.message}</Note>}
      <div class="row wrap">
        <Button kind="ghost" icon={FileSpreadsheet} onClick={() => setCsv(EXAMPLE)}>
          {t.example}
        </Button>
        <span class="grow" />
        <Button
          kind="primary"
          busy={check.busy}
          off={csv.trim() === '' && t.or}
          onClick={() => void look(csv)}
        >
          {t.check}
        </Button>
      </div>
    </div>
  );
}

/** What a dry run found; nothing was made yet. */
function Checked({
  csv,
  checked,
  back,
}: {
  readonly csv: string;
  readonly checked: Import;
  readonly back: () => void;
}): VNode {
  const { route } = useLocation();
  const make = useAct(client.createImport);
  async function go(): Promise<void> {
    const answer = await make.run({ body: { csv } });
    if (answer) route(at(`/deliveries/imports/${answer.data.id ?? ''}`));
  }
  return (
    <div class="stack narrow-wide">
      <Card title={t.checked}>
        <div class="large">{t.ready(checked.created, checked.rows)}</div>
        <p>
          {t.costs} <Money amount={checked.total_fee} currency={checked.currency} />
        </p>
        {checked.failed === 0 && checked.warnings.length === 0 && <p class="quiet">{t.whole}</p>}
      </Card>
      <ImportFaults of={checked} />
      {make.error && <Note meaning="bad">{make.error.message}</Note>}
      <div class="row wrap">
        <Button kind="ghost" onClick={back}>
          {t.again}
        </Button>
        <span class="grow" />
        {checked.created > 0 && (
          <Button kind="primary" icon={Upload} busy={make.busy} onClick={() => void go()}>
            {t.go(checked.created)}
          </Button>
        )}
      </div>
      {checked.failed > 0 && <p class="small quiet">{t.goWhy}</p>}
    </div>
  );
}
