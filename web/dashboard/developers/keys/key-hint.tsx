import { Lightbulb } from 'lucide';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { hrefOf } from '../../../kit/list/address.ts';
import { Note, Tag } from '../../../kit/parts/note.tsx';
import { at } from '../../paths.ts';
import { isAlive, unusedDays, UNUSED_DAYS, type Key } from './key.ts';
import { keyTexts as t } from './key-texts.ts';
import { shortScopes } from './scopes.ts';

/** That a key may do everything, what it did, and the way to one that may do no more. */
export function KeyHint({
  of: key,
  revoke,
}: {
  readonly of: Key;
  readonly revoke: () => void;
}): VNode | null {
  const did = useUsedScopes(key.id);
  const days = unusedDays(key);
  if (!isAlive(key)) return null;
  const said = days < UNUSED_DAYS ? t.hintWide : key.last_used_at === null ? t.hintNever : t.hintUnused(days);
  const narrowed = at(
    hrefOf('/developers/keys/new', { from: key.name, name: key.name, scopes: did.join(',') }),
  );
  return (
    <Note icon={Lightbulb}>
      <b>{key.name || t.unnamed}</b> {said}{' '}
      {did.length > 0 ? (
        <>
          {t.hintDid}{' '}
          {shortScopes(did).map((scope) => (
            <Tag mono>{scope}</Tag>
          ))}{' '}
          <a class="link" href={narrowed}>
            {t.narrow}
          </a>
        </>
      ) : (
        <>
          {t.hintRevoke}{' '}
          <button type="button" class="link" onClick={revoke}>
            {t.revoke}
          </button>
        </>
      )}
    </Note>
  );
}

/** Which rights its requests of the last days needed. */
function useUsedScopes(keyId: string): readonly string[] {
  const { answer } = useCall(
    client.listRequests,
    may('requests:read') ? { query: { key_id: keyId, limit: 100 } } : null,
  );
  const [scopesOf, setScopesOf] = useState<Readonly<Record<string, string>> | null>(null);
  useEffect(() => {
    void import('contract:scopes-of-operations').then((loaded) => setScopesOf(loaded.scopesOf));
  }, []);
  if (!answer || !scopesOf) return [];
  return [...new Set(answer.data.flatMap(({ operation }) => scopesOf[operation] ?? []))].toSorted();
}
