import type { SyncedProduct } from '@cottontree/contract';
import { useEffect, useState } from 'preact/hooks';
import { letOthersGoOn } from '../catalogue/slices.ts';
import { shelf } from '../state/signals.ts';

type Searching = {
  readonly typed: string;
  readonly setTyped: (text: string) => void;
  /** Null while nothing is looked for. */ readonly found: readonly SyncedProduct[] | null;
};

/** Searches after the letter stands there: typing never waits for what it finds. */
export function useDeferredSearch(): Searching {
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<readonly SyncedProduct[] | null>(null);
  const { index } = shelf.value;
  useEffect(() => {
    let wanted = true;
    const search = async (): Promise<void> => {
      await letOthersGoOn();
      if (wanted) setFound(typed.trim() === '' ? null : index.search(typed));
    };
    void search();
    return () => {
      wanted = false;
    };
  }, [typed, index]);
  return { typed, setTyped, found };
}
