import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../../kit/data/client.ts';
import { useAct } from '../../../kit/data/queries.ts';
import { Confirm } from '../../../kit/parts/dialog.tsx';
import { at } from '../../paths.ts';
import { shortUrl } from '../log/values.ts';
import { hookTexts as t } from './hook-texts.ts';

type Props = {
  readonly of: { readonly id: string; readonly url: string };
  readonly onClose: () => void;
};

/** Nothing is sent for a while. */
export function PauseEndpoint({ of: endpoint, onClose }: Props): VNode {
  const disable = useAct(client.disableWebhook);
  async function go(): Promise<void> {
    if (await disable.run({ params: { id: endpoint.id } })) onClose();
  }
  return (
    <Confirm
      title={t.pauseTitle}
      consequences={[shortUrl(endpoint.url), t.pauseWaits, t.pauseBack]}
      keep={t.keepIt}
      go={t.pauseGo}
      onGo={go}
      onClose={onClose}
      busy={disable.busy}
      fault={disable.error?.message ?? null}
    />
  );
}

/** The end of an endpoint. */
export function RemoveEndpoint({ of: endpoint, onClose }: Props): VNode {
  const remove = useAct(client.deleteWebhook);
  const { route } = useLocation();
  async function go(): Promise<void> {
    if (await remove.run({ params: { id: endpoint.id } })) route(at('/developers/webhooks'));
  }
  return (
    <Confirm
      title={t.removeTitle}
      consequences={[shortUrl(endpoint.url), t.removeStops, t.removeWaiting, t.removeKept]}
      keep={t.keepIt}
      go={t.removeGo}
      onGo={go}
      onClose={onClose}
      busy={remove.busy}
      fault={remove.error?.message ?? null}
    />
  );
}
