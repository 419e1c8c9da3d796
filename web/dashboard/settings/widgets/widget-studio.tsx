import { createElement, type VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may, membership } from '../../../kit/data/session.ts';
import { Card } from '../../../kit/parts/card.tsx';
import { Input } from '../../../kit/parts/input.tsx';
import { Code } from '../../../kit/parts/json.tsx';
import { Segmented } from '../../../kit/parts/tabs.tsx';
import { shownWidgets, tagSnippet, type ShownWidget, type WidgetName } from './widget-snippets.ts';
import { widgetTexts as t } from './texts.ts';

const SCRIPT = '/widgets/v1/widgets.js';

/** Each widget as a page would show it, and what stands in that page. */
export function WidgetStudio(): VNode {
  const id = useId();
  const [name, setName] = useState<WidgetName>('button');
  const [key, setKey] = useState('');
  const events = useCall(
    client.listEvents,
    may('events:read') ? { query: { status: 'published', limit: 1 } } : null,
  );
  const event = events.answer?.data[0]?.id ?? null;
  const shown: ShownWidget = shownWidgets[name];
  const props = {
    ...shown.props,
    ...('eventId' in shown.props && event !== null ? { eventId: event } : {}),
    ...('merchantId' in shown.props ? { merchantId: membership.value?.merchant_id ?? 'mch_…' } : {}),
  };
  const isWhole = /^pk_(live|test)_\w{38}$/.test(key.trim());
  const filled = { origin: location.origin, key: isWhole ? key.trim() : 'pk_…', props };
  return (
    <Card title={t.studio}>
      <div class="stack">
        <p class="quiet small">{t.studioText}</p>
        <Segmented
          label={t.studio}
          value={name}
          options={[
            ['button', t.ofButton],
            ['tickets', t.ofTickets],
            ['till', t.ofTill],
            ['invoice', t.ofInvoice],
            ['link', t.ofLink],
            ['scanner', t.ofScanner],
          ]}
          onChange={setName}
        />
        <div class="field">
          <label for={id}>{t.ownKey}</label>
          <Input
            id={id}
            type="text"
            class="input mono"
            autocomplete="off"
            placeholder="pk_test_…"
            value={key}
            onText={setKey}
          />
          <small>{t.ownKeyHint}</small>
        </div>
        {isWhole && (
          <Preview key={`${name} ${filled.key}`} widget={shown} props={{ apiKey: filled.key, ...props }} />
        )}
        <h3>{t.snippetTag}</h3>
        <Code text={tagSnippet(shown, filled)} label={t.snippetTag} />
      </div>
    </Card>
  );
}

/** The widget itself, by the script tag that pages use. */
function Preview({
  widget,
  props,
}: {
  readonly widget: ShownWidget;
  readonly props: Readonly<Record<string, string | number>>;
}): VNode {
  useEffect(() => {
    if (document.querySelector(`script[src="${SCRIPT}"]`)) return;
    document.head.append(Object.assign(document.createElement('script'), { src: SCRIPT, async: true }));
  }, []);
  return (
    <section class="widget-preview" aria-label={t.preview}>
      {createElement(widget.tag, { ...props, theme: 'auto' })}
    </section>
  );
}
