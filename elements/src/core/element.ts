import type { WidgetFault } from '../props.ts';
import { originOf } from './base-url.ts';
import { WidgetError, type Server } from './call.ts';
import { fill, h } from './dom.ts';

/** How an attribute is read: a list and an object are JSON. */
export type PropKind = 'text' | 'number' | 'flag' | 'data' | 'callback';
export type PropTable = Readonly<Record<string, PropKind>>;

export const commonProps = {
  apiKey: 'text',
  baseUrl: 'text',
  locale: 'text',
  theme: 'text',
  sessionToken: 'text',
  onReady: 'callback',
  onEvent: 'callback',
} as const satisfies PropTable;

/** There are no elements where pages are rendered ahead, on a server. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

/** What the six widgets share: props as properties and attributes, events, theme, the server. */
export abstract class WidgetElement<Props extends object> extends Base {
  /** Its props by their names; filled by `defineWidget`. */
  static table: PropTable = commonProps;
  /** Attribute names, for the browser. */
  static observedAttributes: readonly string[] = [];
  /** What of the page's own styles ends at: everything is put in here. */
  protected readonly root = h('div', { class: 'root' });
  readonly #given = new Map<string, unknown>();
  #isWaiting = false;
  #isStarted = false;
  /** What `class-name` gave it. */
  #classes: readonly string[] = [];

  connectedCallback(): void {
    const { table } = this.constructor as typeof WidgetElement;
    // Set before the script came: such a property hides ours.
    for (const name of Object.keys(table))
      if (Object.hasOwn(this, name)) {
        const own = this as unknown as Record<string, unknown>;
        this.#given.set(name, own[name]);
        delete own[name];
      }
    if (!this.shadowRoot) {
      const shadow = this.attachShadow({ mode: 'open' });
      shadow.adoptedStyleSheets = [...this.sheets()];
      fill(shadow, [this.root]);
    }
    this.#refreshSoon();
  }

  disconnectedCallback(): void {
    // An element that is moved is taken out and put in again within the same turn.
    queueMicrotask(() => {
      if (this.isConnected || !this.#isStarted) return;
      this.#isStarted = false;
      this.stop();
    });
  }

  attributeChangedCallback(): void {
    this.#refreshSoon();
  }

  /** A prop as it was set, else its attribute; one that is null or empty is none. Throws WidgetError PROP_INVALID where it is no number, or no JSON. */
  prop<Name extends keyof Props & string>(name: Name): Props[Name] | undefined {
    const set = this.#given.get(name);
    if (set !== undefined) return set === null || set === '' ? undefined : (set as Props[Name]);
    const kind = (this.constructor as typeof WidgetElement).table[name];
    const text = this.getAttribute(attributeOf(name));
    let value: unknown = text;
    if (text === null || kind === 'callback') return undefined;
    if (kind === 'flag') value = text !== 'false';
    else if (text.trim() === '') return undefined;
    else if (kind === 'number') value = +text;
    else if (kind === 'data') value = parsed(text);
    if (Number.isNaN(value))
      throw new WidgetError(
        'PROP_INVALID',
        `${this.localName} needs ${attributeOf(name)} as ${kind === 'data' ? 'JSON' : 'a number'}.`,
      );
    return value as Props[Name];
  }

  setProp(name: string, value: unknown): void {
    this.#given.set(name, value);
    if (typeof value !== 'function') this.#refreshSoon();
  }

  /** Calls the prop and tells the page's listeners: `onSaleComplete` and `sale-complete`. */
  protected emit(event: string, detail: unknown): void {
    const callback = this.#given.get(`on${pascal(event)}`);
    if (typeof callback === 'function')
      try {
        callback.call(this, detail);
      } catch (fault) {
        reportError(fault);
      }
    this.dispatchEvent(new CustomEvent(event, { detail, bubbles: event !== 'error', composed: true }));
  }

  protected fail(error: unknown): void {
    const fault: WidgetFault =
      error instanceof WidgetError
        ? { code: error.code, message: error.message }
        : { code: 'INTERNAL_ERROR', message: String(error) };
    if (fault.code === 'PROP_INVALID') reportError(error);
    this.emit('error', fault);
  }

  /** Where the server stands and with which key it is called. Throws WidgetError. */
  protected server(): Server {
    const props = this as WidgetElement<{ apiKey: string; baseUrl: string }>;
    const origin = originOf(props.prop('baseUrl') ?? null, import.meta.url);
    if (origin === null) throw new WidgetError('BASE_URL_MISSING', 'base-url is missing.');
    const key = this.required('apiKey');
    // No header can carry what stands in a key that was copied with its end left out.
    if (/[^!-~]/.test(key)) throw new WidgetError('PROP_INVALID', `${this.localName} needs api-key whole.`);
    return { origin, key };
  }

  /** A prop of text that nothing can be done without. Throws WidgetError PROP_MISSING. */
  protected required(name: string): string {
    const value = (this as WidgetElement<Record<string, string>>).prop(name);
    if (value === undefined)
      throw new WidgetError('PROP_MISSING', `${this.localName} needs ${attributeOf(name)}.`);
    return value;
  }

  protected get spoken(): string {
    const said = (this as WidgetElement<{ locale: string }>).prop('locale');
    return said ?? (document.documentElement.lang || navigator.language);
  }

  /** `light`, `dark`, or null: as the system wishes. */
  protected get chosenTheme(): 'light' | 'dark' | null {
    const said = (this as WidgetElement<{ theme: string }>).prop('theme') ?? this.themeDefault;
    return said === 'light' || said === 'dark' ? said : null;
  }

  protected readonly themeDefault: string = 'auto';

  protected abstract sheets(): readonly CSSStyleSheet[];

  /** Shows the widget, when it stands in a page. */
  protected abstract start(): void;
  /** Some prop changed. */
  protected abstract refresh(): void;
  /** It was taken out of the page. */
  protected abstract stop(): void;

  #refreshSoon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    queueMicrotask(() => {
      this.#isWaiting = false;
      if (!this.isConnected) return;
      this.#dress();
      if (this.#isStarted) this.refresh();
      else {
        this.#isStarted = true;
        this.start();
      }
    });
  }

  #dress(): void {
    const theme = this.chosenTheme;
    if (theme === null) this.removeAttribute('data-theme');
    else this.setAttribute('data-theme', theme);
    const key = (this as WidgetElement<{ apiKey: string }>).prop('apiKey') ?? '';
    if (key.startsWith('pk_test_')) this.setAttribute('data-mode', 'test');
    else this.removeAttribute('data-mode');
    this.classList.remove(...this.#classes);
    this.#classes = (this.getAttribute('class-name') ?? '').split(/\s+/).filter((name) => name !== '');
    this.classList.add(...this.#classes);
  }
}

/** Makes an element known to the page, once, with a property and an attribute for each of its props. */
export function defineWidget(
  tag: string,
  element: typeof WidgetElement<object> & CustomElementConstructor,
  table: PropTable,
): void {
  if (typeof customElements === 'undefined' || customElements.get(tag)) return;
  element.table = { ...commonProps, ...table, className: 'text', onError: 'callback' };
  const names = Object.keys(element.table);
  element.observedAttributes = names.map(attributeOf);
  for (const name of names)
    // Every element has a class name already.
    if (name !== 'className')
      Object.defineProperty(element.prototype, name, {
        get(this: WidgetElement<Record<string, unknown>>) {
          return this.prop(name);
        },
        set(this: WidgetElement<object>, value: unknown) {
          this.setProp(name, value);
        },
      });
  customElements.define(tag, element);
}

/** NaN where it is no JSON: that is never said in JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return NaN;
  }
}

function attributeOf(name: string): string {
  // allowQR is allow-qr, and not allow-q-r.
  return name.replace(/([a-z])([A-Z]+)/g, '$1-$2').toLowerCase();
}

function pascal(event: string): string {
  return event.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
