import type { Server } from '../core/call.ts';
import { fill, h, icon, sheetOf } from '../core/dom.ts';
import { frameUrl } from '../frames/frame-url.ts';
import { talkWith, type Talk } from '../frames/talk.ts';
import { payTexts } from './texts.ts';
import css from './pay.css?inline';

/** A payment that somebody is to pay now. */
export type OpenPayment = {
  readonly id: string;
  readonly client_secret: string | null;
  readonly pay_url: string;
};

export type PayDialogOptions = {
  /** Where in a shadow root it stands. */
  readonly root: HTMLElement;
  readonly server: Server;
  readonly payment: OpenPayment;
  readonly title: string;
  readonly theme: 'light' | 'dark' | null;
  readonly language: string;
  readonly onClose: () => void;
  /** The frame could not be shown, and the payer was offered the page itself. */
  readonly onBlocked: () => void;
};

export type PayDialog = { readonly close: () => void };

let sheet: CSSStyleSheet | null = null;
/** The way to the payment's page may take several answers of a weak network, but not for ever. */
const SHOWN_WITHIN_MS = 60_000;
const CROSS = 'M18 6 6 18M6 6l12 12';

/** Shows the pay step over the page: our own page in a frame, which no script of the shop can read. */
export function openPayDialog(options: PayDialogOptions): PayDialog {
  const { root, title, onClose } = options;
  const texts = payTexts(options.language);
  adopt(root);
  const cover = h('div', { class: 'cover', role: 'status' }, texts.opening);
  const frame = h('iframe', { title: texts.payment, part: 'pay-frame' });
  const dialog = h(
    'dialog',
    { part: 'dialog', 'aria-labelledby': 'pay-title', onclose: () => end() },
    h(
      'div',
      { class: 'head' },
      h('h2', { id: 'pay-title' }, title),
      h(
        'button',
        { class: 'close', type: 'button', 'aria-label': texts.close, onclick: () => dialog.close() },
        icon(CROSS),
      ),
    ),
    h('div', { class: 'body' }, frame, cover),
  );
  const talk = show(frame, { ...options, cover, leave: () => dialog.close() });
  function end(): void {
    talk.end();
    dialog.remove();
    onClose();
  }
  root.append(dialog);
  dialog.showModal();
  return { close: () => dialog.close() };
}

/** Loads the pay step. Where it does not come, the page of the payment is a link. */
function show(
  frame: HTMLIFrameElement,
  shown: PayDialogOptions & { readonly cover: HTMLElement; readonly leave: () => void },
): Talk {
  const { server, payment, theme, language, cover, leave, onBlocked } = shown;
  const texts = payTexts(language);
  if (theme !== null) frame.style.colorScheme = theme;
  const path = `/embed/pay/${encodeURIComponent(payment.id)}`;
  const timer = setTimeout(blocked, SHOWN_WITHIN_MS);
  const talk = talkWith(frame, {
    origin: server.origin,
    props: () => ({}),
    hear(said) {
      if (said.type === 'height') frame.style.height = `${Math.min(Math.max(said.heightPx, 220), 4_000)}px`;
      if (said.type !== 'height') clearTimeout(timer);
      if (said.type === 'ready') cover.hidden = true;
      if (said.type === 'event' && said.name === 'error') blocked();
      if (said.type === 'event' && said.name === 'close') leave();
    },
    lost: blocked,
  });
  function blocked(): void {
    clearTimeout(timer);
    frame.remove();
    cover.hidden = false;
    fill(cover, [
      h('p', {}, texts.notShown),
      h(
        'a',
        { class: 'button', href: payment.pay_url, target: '_blank', rel: 'noopener', part: 'hosted-link' },
        texts.openPage,
      ),
    ]);
    onBlocked();
  }
  frame.src = `${frameUrl(server, { path, theme, language })}#${payment.client_secret ?? ''}`;
  return {
    ...talk,
    end() {
      clearTimeout(timer);
      talk.end();
    },
  };
}

function adopt(within: HTMLElement): void {
  const shadow = within.getRootNode();
  sheet ??= sheetOf(css);
  if (shadow instanceof ShadowRoot && !shadow.adoptedStyleSheets.includes(sheet))
    shadow.adoptedStyleSheets = [...shadow.adoptedStyleSheets, sheet];
}
