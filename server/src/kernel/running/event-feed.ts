/** One event as `EventSource` reads it; `data` may have several lines. */
export type ServerEvent = { readonly name: string; readonly id: string; readonly data: string };

/** Where the events of one listener go. */
export type EventSink = {
  readonly send: (event: ServerEvent) => void;
  /** Nothing more follows. */
  readonly end: () => void;
};

/** Starts to feed a listener; `beat` is called when nothing was sent for a while, `stop` once, when the listener is gone. */
export type EventFeed = (sink: EventSink) => { readonly beat: () => void; readonly stop: () => void };
