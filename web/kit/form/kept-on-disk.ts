import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { useEffect, useRef, useState } from 'preact/hooks';
import { account } from '../data/session.ts';

interface TypedSchema extends DBSchema {
  typed: { key: string; value: unknown };
}

let opened: Promise<IDBPDatabase<TypedSchema>> | null = null;

function typedDatabase(): Promise<IDBPDatabase<TypedSchema>> {
  opened ??= openDB<TypedSchema>('cottontree-typed', 1, {
    upgrade: (db) => void db.createObjectStore('typed'),
  });
  return opened;
}

type Typed = Readonly<Record<string, string>>;

/**
 * What somebody types for an hour before it is saved, by field. It lies on the disk: in sessionStorage it would be gone with a browser
 * that is killed. Where the browser keeps nothing, it stands on the page alone.
 */
export function useKeptOnDisk(name: string): readonly [typed: Typed, set: (next: Typed) => void] {
  const [typed, setTyped] = useState<Typed>({});
  const isTouched = useRef(false);
  const key = `${account.value?.id ?? ''}/${name}`;
  useEffect(() => {
    const take = async (): Promise<void> => {
      const kept = await (await typedDatabase()).get('typed', key);
      if (kept && !isTouched.current) setTyped(kept as Typed);
    };
    void take().catch(() => undefined);
  }, [key]);
  return [
    typed,
    (next) => {
      isTouched.current = true;
      setTyped(next);
      void write(key, next).catch(() => undefined);
    },
  ];
}

async function write(key: string, next: Typed): Promise<void> {
  const db = await typedDatabase();
  await (Object.keys(next).length === 0 ? db.delete('typed', key) : db.put('typed', next, key));
}
