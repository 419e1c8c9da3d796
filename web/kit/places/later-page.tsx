import { CottontreeError } from '@cottontree/client';
import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { RETRY_MS } from '../data/queries.ts';
import { Loading, Problem } from '../parts/states.tsx';
import { common } from '../text/common.ts';
import { beginAnewIfNewer } from './newer.ts';
import '../parts/page.css';

type Later<Props> = { readonly load: () => Promise<ComponentType<Props>> };

/** Those that were loaded already are shown at once. */
const loaded = new Map<unknown, unknown>();

async function load<Props>(page: Later<Props>): Promise<() => ComponentType<Props>> {
  const component = await page.load();
  loaded.set(page, component);
  return () => component;
}

/** A page whose script is fetched when somebody first goes there. Where it does not come that is said, and it is asked for again. */
export function LaterPage<Props extends object>({
  page,
  props,
  onWait,
}: {
  readonly page: Later<Props>;
  readonly props: Props;
  /** It is not here yet, and what stands around it is of another page. */
  readonly onWait?: () => void;
}): VNode {
  const [Shown, setShown] = useState<ComponentType<Props> | undefined>(
    () => loaded.get(page) as ComponentType<Props> | undefined,
  );
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (Shown) return;
    onWait?.();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    void load(page).then(
      (found) => isGone || setShown(found),
      () => {
        if (isGone) return;
        timer = setTimeout(() => setTries(tries + 1), tries === 0 ? 0 : RETRY_MS);
        beginAnewIfNewer();
      },
    );
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [page, tries]);
  if (Shown) return <Shown {...props} />;
  if (tries === 0)
    return (
      <div class="page">
        <Loading />
      </div>
    );
  const error = new CottontreeError({ code: 'NETWORK_ERROR', message: '', status: 0 });
  // Some browsers do not ask a second time for a script that failed, and a newer version has others: to begin anew helps both.
  return (
    <div class="page">
      <Problem error={error} text={common.pageNotThere} again={() => location.reload()} />
    </div>
  );
}
