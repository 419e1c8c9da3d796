/** A widget as it is shown here, with the names that pages write. */
export type ShownWidget = {
  readonly tag: string;
  /** What it cannot do without beside the key, as props. */
  readonly props: Readonly<Record<string, string | number>>;
};

export const shownWidgets = {
  button: { tag: 'ms-payment-button', props: { amount: 150.5, description: 'Order 1042' } },
  tickets: { tag: 'ms-ticket-sales', props: { eventId: 'evt_…' } },
  till: { tag: 'ms-pos-terminal', props: { merchantId: 'mch_…' } },
  invoice: { tag: 'ms-invoice-creator', props: { merchantId: 'mch_…' } },
  link: { tag: 'ms-payment-link-creator', props: { merchantId: 'mch_…' } },
  scanner: { tag: 'ms-ticket-scanner', props: { eventId: 'evt_…' } },
} as const satisfies Readonly<Record<string, ShownWidget>>;
export type WidgetName = keyof typeof shownWidgets;

type Filled = {
  readonly origin: string;
  readonly key: string;
  readonly props: Readonly<Record<string, string | number>>;
};

/** The script tag and the element. */
export function tagSnippet({ tag }: ShownWidget, { origin, key, props }: Filled): string {
  const attributes = Object.entries({ apiKey: key, ...props }).map(
    ([name, value]) => `  ${name.replaceAll(/([A-Z])/g, '-$1').toLowerCase()}="${value}"`,
  );
  return `<script src="${origin}/widgets/v1/widgets.js" async></script>\n\n<${tag}\n${attributes.join('\n')}\n></${tag}>`;
}
