import { Download, Upload } from 'lucide';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../kit/parts/button.tsx';
import { Note } from '../kit/parts/note.tsx';
import { toast } from '../kit/parts/toast.tsx';
import { ImportError, type Import, type UnsentFile } from '../outbox/index.ts';
import { saveFile } from './save-file.ts';
import { t } from './unsent-texts.ts';

type Box = {
  readonly exportUnsent: () => Promise<UnsentFile>;
  readonly importUnsent: (text: string) => Promise<Import>;
};

type Props = {
  readonly box: Box | undefined | null;
  /** What the app says of any other fault. */
  readonly faultOf: (error: unknown) => string;
  readonly onRead?: () => Promise<void>;
};

/** What is unsent as a file, to be read in on another device that does the same work. */
export function UnsentFiles({ box, faultOf, onRead }: Props): VNode {
  const input = useRef<HTMLInputElement>(null);
  const [differing, setDiffering] = useState(0);
  async function save(): Promise<void> {
    const file = await box?.exportUnsent();
    if (file) saveFile(new Blob([file.text], { type: 'application/json' }), file.name);
  }
  async function read(field: HTMLInputElement): Promise<void> {
    const file = field.files?.[0];
    if (!file || !box) return;
    try {
      const done = await box.importUnsent(await file.text());
      await onRead?.();
      setDiffering(done.differing.length);
      toast(t.taken(done.added, done.known));
    } catch (error) {
      toast(error instanceof ImportError ? t[error.code] : faultOf(error));
    }
    // The same file may be chosen again.
    field.value = '';
  }
  return (
    <>
      {differing > 0 && <Note meaning="wait">{t.differing(differing)}</Note>}
      <div class="row wrap">
        <Button icon={Download} onClick={() => void save()}>
          {t.save}
        </Button>
        <Button icon={Upload} onClick={() => input.current?.click()}>
          {t.read}
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json"
          hidden
          onChange={(event) => void read(event.currentTarget)}
        />
      </div>
    </>
  );
}
