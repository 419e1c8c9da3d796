import { WidgetError, type Server } from '../core/call.ts';
import { fill, h, sheetOf } from '../core/dom.ts';
import { WidgetElement } from '../core/element.ts';
import type { FrameProps } from '../protocol.ts';
import { frameUrl } from './frame-url.ts';
import { talkWith, type Talk } from './talk.ts';
import tokens from 'tokens:frames.css?inline';
import common from '../core/common.css?inline';
import { frameTexts } from './texts.ts';
import css from './frame.css?inline';

let sheets: readonly CSSStyleSheet[] | null = null;

/** A thin element around a page of ours: what staff do, their session and what they keep stay on our origin. */
export abstract class FrameElement<Props extends object> extends WidgetElement<Props> {
  /** The page in the frame, `/pos`. */
  protected abstract readonly path: string;
  /** Which the browser lets the frame use of the device. */
  protected readonly allow: string = '';
  /** As tall as what it shows, or as tall as the page says. */
  protected readonly growsWithContent: boolean = true;
  #talk: Talk | null = null;
  #frame: HTMLIFrameElement | null = null;
  /** Which page the frame shows, whatever its theme. */
  #page = '';

  protected override sheets(): readonly CSSStyleSheet[] {
    sheets ??= [sheetOf(tokens), sheetOf(common), sheetOf(css)];
    return sheets;
  }

  protected start(): void {
    this.refresh();
  }

  protected refresh(): void {
    try {
      const props = this.#props();
      const server = this.server();
      const shown = { path: this.address(), language: this.spoken };
      const page = frameUrl(server, { ...shown, theme: null });
      // The frame takes another theme by its props: loaded anew, it would lose what is typed in it.
      if (page === this.#page) {
        this.#dressFrame();
        return this.#talk?.tell(props);
      }
      this.#show(server, frameUrl(server, { ...shown, theme: this.chosenTheme }));
      this.#page = page;
    } catch (error) {
      // The frame goes, so it is shown anew once nothing is missing.
      this.stop();
      fill(this.root, [
        h('p', { class: 'fault', role: 'alert', part: 'error' }, String((error as Error).message)),
      ]);
      this.fail(error);
    }
  }

  protected stop(): void {
    this.#talk?.end();
    this.#talk = null;
    this.#page = '';
  }

  /** The frame's path, with what it has to know before it is told anything. Throws WidgetError. */
  protected address(): string {
    return this.path;
  }

  #show(server: Server, address: string): void {
    this.stop();
    let isReady = false;
    const cover = h('p', { class: 'cover', role: 'status' }, frameTexts(this.spoken).opening);
    const frame = h('iframe', {
      title: this.title || this.localName.slice(3).replaceAll('-', ' '),
      part: 'frame',
      allow: this.allow,
    });
    this.#frame = frame;
    this.#dressFrame();
    fill(this.root, [h('div', { class: this.growsWithContent ? 'around' : 'around whole' }, frame, cover)]);
    this.#talk = talkWith(frame, {
      origin: server.origin,
      props: () => this.#props(),
      hear: (said) => {
        if (said.type === 'height' && this.growsWithContent)
          frame.style.height = `${Math.min(Math.max(said.heightPx, 160), 8_000)}px`;
        // What is no height is seen: it can be used, or says why it cannot.
        if (said.type !== 'height') cover.remove();
        // A page of ours that begins anew says it again.
        if (said.type === 'ready' && !isReady) {
          isReady = true;
          this.emit('ready', undefined);
        }
        if (said.type === 'event') this.hear(said.name, said.detail);
      },
      lost: () => this.#block(cover, address),
    });
    frame.src = address;
  }

  #dressFrame(): void {
    // A frame of another scheme than what is in it has a ground of its own, which the page does not shine through.
    if (this.#frame) this.#frame.style.colorScheme = this.chosenTheme ?? 'light dark';
  }

  /** What the frame tells of is told to the page. */
  protected hear(name: string, detail: unknown): void {
    this.emit(name, detail);
  }

  #props(): FrameProps {
    const props: Record<string, unknown> = {};
    const { table } = this.constructor as typeof WidgetElement;
    for (const name of Object.keys(table))
      if (table[name] !== 'callback') props[name] = this.prop(name as keyof Props & string);
    return { ...props, theme: this.chosenTheme ?? 'auto', locale: this.spoken };
  }

  #block(cover: HTMLElement, address: string): void {
    this.#frame?.remove();
    const own = new URL(address);
    own.search = '';
    fill(cover, [
      h('span', {}, frameTexts(this.spoken).notShown),
      h(
        'a',
        { class: 'button', href: own.href, target: '_blank', rel: 'noopener', part: 'hosted-link' },
        frameTexts(this.spoken).openTool,
      ),
    ]);
    this.fail(new WidgetError('FRAME_BLOCKED', 'Blocked: see the origins of the key, and frame-src.'));
  }
}
