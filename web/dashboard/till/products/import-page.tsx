import { CottontreeError } from '@cottontree/client';
import { FileUp } from 'lucide';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { queries } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { readingTexts, readTextFile } from '../../../kit/form/read-text-file.ts';
import { CsvButton } from '../../../kit/list/csv-button.tsx';
import { Button } from '../../../kit/parts/button.tsx';
import { Icon } from '../../../kit/parts/icon.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames } from '../names.ts';
import { ImportResult } from './import-result.tsx';
import type { Imported } from './product.ts';
import { productsTexts as t } from './texts.ts';
import '../till.css';

type File = { readonly name: string; readonly csv: string };

/** Many products out of a file: first a dry run that tells what each row becomes, then the writing. */
export function ImportPage(): VNode {
  const [file, setFile] = useState<File | null>(null);
  const [result, setResult] = useState<Imported | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [location, setLocation] = useState('');

  async function run(
    from: File,
    how: { readonly dry_run?: boolean; readonly partial?: boolean },
  ): Promise<void> {
    setFault(null);
    setBusy(how.dry_run ? t.reading(from.name) : t.writing(result ? result.created + result.updated : 0));
    const query = { ...how, ...(location ? { location_id: location } : {}) };
    try {
      const { data } = await client.importProducts({ query, body: { csv: from.csv } });
      setResult(data);
      if (!data.dry_run) void queries.invalidateQueries();
    } catch (error) {
      if (!(error instanceof CottontreeError)) throw error;
      setFault(error.message);
    } finally {
      setBusy(null);
    }
  }
  async function take(chosen: globalThis.File | undefined): Promise<void> {
    if (!chosen) return;
    const csv = await readTextFile(chosen);
    if (csv === null) return setFault(readingTexts.noUnicode);
    const from = { name: chosen.name, csv };
    setFile(from);
    setResult(null);
    await run(from, { dry_run: true });
  }
  const crumbs = [[t.title, at('/till/products')]] as const;
  if (!may('pos:write'))
    return (
      <Page title={t.importTitle} crumbs={crumbs}>
        <NotAllowed scope="pos:write" />
      </Page>
    );
  const step = result === null ? t.stepFile : result.dry_run ? t.stepTry : t.stepDone;
  return (
    <Page title={t.importTitle} crumbs={crumbs} lead={t.importLead}>
      <ol class="till-steps">
        {[t.stepFile, t.stepTry, t.stepDone].map((one) => (
          <li aria-current={one === step ? 'step' : undefined}>{one}</li>
        ))}
      </ol>
      {busy !== null && (
        <div class="stack" role="status">
          <p>{busy}</p>
          <progress class="till-progress" aria-label={busy} />
        </div>
      )}
      {fault && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      {busy === null && (result === null || fault) && (
        <Choose take={take} location={location} setLocation={setLocation} />
      )}
      {busy === null && result && file && (
        <ImportResult
          result={result}
          write={(partial) => run(file, partial ? { partial } : {})}
          again={() => setResult(null)}
        />
      )}
    </Page>
  );
}

function Choose({
  take,
  location,
  setLocation,
}: {
  readonly take: (file: globalThis.File | undefined) => Promise<void>;
  readonly location: string;
  readonly setLocation: (id: string) => void;
}): VNode {
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { locations } = useNames();
  return (
    <div class="stack narrow">
      <div
        class={`till-drop ${isOver ? 'over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void take(event.dataTransfer?.files[0]);
        }}
      >
        <Icon of={FileUp} size="l" />
        <Button kind="primary" onClick={() => field.current?.click()}>
          {t.chooseFile}
        </Button>
        <span class="small quiet desk">{t.orDrop}</span>
        <input
          ref={field}
          type="file"
          hidden
          accept=".csv,text/csv,text/plain"
          aria-label={t.chooseFile}
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
      </div>
      {locations.length > 1 && (
        <label class="field">
          <span>{t.where}</span>
          <select
            class="input select"
            value={location}
            onChange={(event) => setLocation(event.currentTarget.value)}
          >
            <option value="">{t.whereDefault}</option>
            {choicesOf(locations).map(([id, name]) => (
              <option value={id}>{name}</option>
            ))}
          </select>
        </label>
      )}
      <p class="small quiet">{t.columns}</p>
      <div class="row wrap">
        <span class="small quiet">{t.template}</span>
        <CsvButton path="/pos/products" filters={[]} />
      </div>
    </div>
  );
}
