import { Download } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { fetchFile, saveFile } from '../data/files.ts';
import { Button } from '../parts/button.tsx';
import { toast } from '../parts/toast.tsx';
import { hrefOf, useAddress } from './address.ts';
import { withWordRead, type Search } from './search-word.ts';

const BYTE_ORDER_MARK = '\u{feff}';

/** The whole list as CSV, narrowed as it is shown: `path` is the operation's, below /v1. */
export function CsvButton({
  path,
  filters,
  search,
  always = {},
}: {
  readonly path: string;
  readonly filters: readonly string[];
  readonly search?: Search;
  /** What the list is always narrowed by. */
  readonly always?: Readonly<Record<string, string>>;
}): VNode {
  const { query } = useAddress();
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const names = [...filters, ...(search ? [search.name] : [])];
      const asked = Object.fromEntries(names.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
      const narrowed = hrefOf(path, { ...withWordRead(asked, search), ...always });
      const list = await fetchFile(narrowed, 'text/csv');
      // Without this mark a spreadsheet takes the letters ɛ, ɔ and é for others.
      const marked = new Blob([BYTE_ORDER_MARK, list], { type: 'text/csv' });
      saveFile(marked, `${(path.split('/').at(-1) ?? 'list').replace(/\.csv$/, '')}.csv`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button class="csv" icon={Download} busy={busy} onClick={() => void save()}>
      CSV
    </Button>
  );
}
