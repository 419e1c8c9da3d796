import { isHello, PROTOCOL_VERSION, type FrameProps, type FromFrame, type Welcome } from '../protocol.ts';

/** A frame of ours that has not said hello so long after it loaded is blocked, or the server is away. */
const HELLO_WITHIN_MS = 5_000;
/** A weak network may take long to load it, but not for ever. */
const LOADED_WITHIN_MS = 30_000;

export type Talk = {
  /** Hands changed props on. */
  readonly tell: (props: FrameProps) => void;
  readonly end: () => void;
};

export type Listening = {
  /** The only origin that is listened to, and spoken to. */
  readonly origin: string;
  /** What the frame is told when it says hello; it does so again after each of its own navigations. */
  readonly props: () => FrameProps;
  readonly hear: (said: FromFrame) => void;
  readonly lost: () => void;
};

/** Talks with a frame: nothing is heard but from its window, of its origin, and then through its port alone. */
export function talkWith(frame: HTMLIFrameElement, { origin, props, hear, lost }: Listening): Talk {
  let port: MessagePort | null = null;
  // Whether the page in it said hello: each that it goes on to says so anew.
  let isGreeted = false;
  let timer = setTimeout(lost, LOADED_WITHIN_MS);
  frame.addEventListener('load', () => {
    clearTimeout(timer);
    if (!isGreeted) timer = setTimeout(lost, HELLO_WITHIN_MS);
    isGreeted = false;
  });
  const listen = (message: MessageEvent<unknown>): void => {
    const { contentWindow } = frame;
    if (contentWindow === null || message.source !== contentWindow || message.origin !== origin) return;
    if (!isHello(message.data) || !message.data.versions.includes(PROTOCOL_VERSION)) return;
    clearTimeout(timer);
    isGreeted = true;
    port?.close();
    const channel = new MessageChannel();
    port = channel.port1;
    port.addEventListener('message', ({ data }: MessageEvent<FromFrame>) => hear(data));
    port.start();
    const welcome: Welcome = { cottontree: 'welcome', version: PROTOCOL_VERSION, props: props() };
    contentWindow.postMessage(welcome, origin, [channel.port2]);
  };
  addEventListener('message', listen);
  return {
    tell: (changed) => port?.postMessage({ type: 'props', props: changed }),
    end() {
      clearTimeout(timer);
      removeEventListener('message', listen);
      port?.close();
    },
  };
}
