import { useEffect, useRef, useState } from 'preact/hooks';
import { saveFile } from '../../../kit/data/files.ts';
import { membership, mode } from '../../../kit/data/session.ts';
import { exportFiles, fileName, type ExportFile } from './export-files.ts';
import { packForZip, zipOf } from './zip.ts';

/** How far an export is. */
export type Exporting =
  | { readonly is: 'idle' | 'looking' }
  | { readonly is: 'running'; readonly done: number; readonly total: number; readonly name: string }
  | {
      readonly is: 'failed';
      readonly done: number;
      readonly total: number;
      readonly name: string;
      readonly reason: string;
    }
  | { readonly is: 'done'; readonly files: number; readonly megabytes: string };

type Packed = Awaited<ReturnType<typeof packForZip>>;
/** What has come already, so that who goes on need not begin anew. */
type Kept = { readonly files: readonly ExportFile[]; readonly packed: Packed[] };
const MEGABYTE = 1_000_000;

/** Fetches every file one after the other and saves them as one archive. */
export function useExport(): {
  readonly state: Exporting;
  readonly start: () => Promise<void>;
  readonly stop: () => void;
} {
  const [state, setState] = useState<Exporting>({ is: 'idle' });
  const kept = useRef<Kept | null>(null);
  const run = useRef(0);
  const stop = (): void => {
    run.current += 1;
    kept.current = null;
    setState({ is: 'idle' });
  };
  // Whoever leaves the page asks for nothing more.
  useEffect(() => () => void (run.current += 1), []);

  async function start(): Promise<void> {
    run.current += 1;
    const own = run.current;
    const isOn = (): boolean => run.current === own;
    const show = (next: Exporting): void => {
      if (isOn()) setState(next);
    };
    let name = '';
    try {
      show({ is: 'looking' });
      kept.current ??= { files: await exportFiles(), packed: [] };
      const { files, packed } = kept.current;
      for (const file of files.slice(packed.length)) {
        if (!isOn()) return;
        name = file.name;
        show({ is: 'running', done: packed.length, total: files.length, name });
        packed.push(await packForZip({ name, content: await file.fetch() }));
      }
      if (!isOn()) return;
      const archive = zipOf(packed, new Date());
      saveFile(archive, archiveName());
      kept.current = null;
      show({ is: 'done', files: packed.length, megabytes: (archive.size / MEGABYTE).toFixed(1) });
    } catch (error) {
      const { files = [], packed = [] } = kept.current ?? {};
      const reason = error instanceof Error ? error.message : String(error);
      show({ is: 'failed', done: packed.length, total: files.length, name, reason });
    }
  }
  return { state, start, stop };
}

function archiveName(): string {
  const shop = fileName(membership.value?.merchant_name ?? 'cottontree');
  return `${shop}-${mode.value}-${new Date().toISOString().slice(0, 10)}.zip`;
}
