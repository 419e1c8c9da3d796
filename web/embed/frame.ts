import { signal } from '@preact/signals';
import {
  frameQuery,
  isWelcome,
  PROTOCOL_VERSION,
  type FrameProps,
  type FromFrame,
  type FromPage,
  type Hello,
} from '@cottontree/elements/protocol';

const query = new URLSearchParams(location.search);

/** The public key in whose name a page of a shop shows this one; null: it is a page by itself. */
export const embedKey = query.get(frameQuery.key);
const shop = query.get(frameQuery.origin);

/** What the page around this one has set; empty until it has answered. */
export const frameProps = signal<FrameProps>({});
/** Whether the page has answered. */
export const isConnected = signal(false);

let port: MessagePort | null = null;

/** Says hello to the page that this one's address names, and to no other; is heard by it alone from then on. */
export function connectFrame(): void {
  if (embedKey === null || shop === null || window.parent === window) return;
  addEventListener('message', (message: MessageEvent<unknown>) => {
    if (message.source !== window.parent || message.origin !== shop || !isWelcome(message.data)) return;
    const [given] = message.ports;
    if (!given) return;
    port?.close();
    port = given;
    port.addEventListener('message', ({ data }: MessageEvent<FromPage>) => {
      if (data.type === 'props') take(data.props);
    });
    port.start();
    take(message.data.props);
    isConnected.value = true;
    new ResizeObserver(sendHeight).observe(document.body);
  });
  const hello: Hello = { cottontree: 'hello', versions: [PROTOCOL_VERSION] };
  window.parent.postMessage(hello, shop);
}

let isReadyTold = false;

/** Tells the page that it can be used: once it is known who works here, or that nobody is named. */
export function tellReady(): void {
  if (isReadyTold || port === null) return;
  isReadyTold = true;
  send({ type: 'ready' });
}

/** Tells the page of something; where there is none, nobody. */
export function tellPage(name: string, detail: unknown): void {
  send({ type: 'event', name, detail });
}

/** A prop of text; null: the page says none. */
export function textProp(name: string): string | null {
  const value = frameProps.value[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

export function numberProp(name: string): number | null {
  const value = frameProps.value[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A switch; where the page says nothing, as it is by default. */
export function flagProp(name: string, otherwise: boolean): boolean {
  const value = frameProps.value[name];
  return typeof value === 'boolean' ? value : otherwise;
}

function take(props: FrameProps): void {
  frameProps.value = props;
  const { dataset } = document.documentElement;
  const theme = props['theme'];
  if (theme === 'light' || theme === 'dark') dataset['theme'] = theme;
  else delete dataset['theme'];
}

function sendHeight(): void {
  send({ type: 'height', heightPx: Math.ceil(document.body.getBoundingClientRect().height) });
}

function send(said: FromFrame): void {
  port?.postMessage(said);
}
