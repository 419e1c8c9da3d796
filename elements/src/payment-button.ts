import { call, newIdempotencyKey, WidgetError, type Server } from './core/call.ts';
import { fill, h, sheetOf } from './core/dom.ts';
import { toJson } from './core/json.ts';
import { defineWidget, WidgetElement } from './core/element.ts';
import { amountFault, formatAmount } from './core/money.ts';
import { refusalIn } from './core/refusals.ts';
import { askingOf, dropBegun, findBegun, keepBegun, type Asking } from './pay/begun.ts';
import { followPayment, hasEnded, type FollowedPayment } from './pay/follow-payment.ts';
import { openPayDialog, type PayDialog } from './pay/pay-dialog.ts';
import type { PaidPayment, PaymentButtonProps } from './props.ts';
import { endedIn, payTexts, type PayTexts } from './pay/texts.ts';
import { buyersSheets } from './core/buyers-sheets.ts';
import css from './payment-button.css?inline';

let sheet: CSSStyleSheet | null = null;
const UNHEARD: ReadonlySet<string> = new Set(['NETWORK_ERROR', 'IDEMPOTENCY_IN_PROGRESS']);

/** `<ms-payment-button>`: asks for one payment, shows the pay step, and tells when the money is there. */
class PaymentButton extends WidgetElement<PaymentButtonProps> {
  #button: HTMLButtonElement | null = null;
  readonly #fault = h('p', { class: 'fault', part: 'error', role: 'alert' });
  readonly #state = h('p', { class: 'hidden-text', role: 'status' });
  #paid: FollowedPayment | null = null;
  #following = new AbortController();
  /** By their ids: each is looked at once. */
  #followed = new Set<string>();
  #dialog: PayDialog | null = null;
  /** The payment that this act began: pressed again, it is shown again. */
  #open: FollowedPayment | null = null;
  #actKey = '';
  #asked = '';

  protected override sheets(): readonly CSSStyleSheet[] {
    sheet ??= sheetOf(css);
    return [...buyersSheets(), sheet];
  }

  get #texts(): PayTexts {
    return payTexts(this.spoken);
  }

  protected start(): void {
    this.#following = new AbortController();
    this.#followed = new Set();
    const button = h('button', {
      class: 'button',
      type: 'button',
      part: 'button',
      onclick: () => void this.#press(),
    });
    this.#button = button;
    fill(this.root, [button, this.#fault, this.#state]);
    this.refresh();
    // Taken out of the page and put back, it goes on with what it had begun.
    if (this.#paid) this.#showPaid(this.#paid);
    else if (this.#open) void this.#follow(this.#open);
    this.emit('ready', undefined);
  }

  protected refresh(): void {
    const button = this.#button;
    if (this.#paid || !button) return;
    try {
      const body = this.#body();
      const asked = toJson([this.prop('apiKey'), this.prop('baseUrl'), body]);
      fill(button, [h('slot', {}, this.#label())]);
      if (!button.isConnected) this.root.prepend(button);
      if (asked === this.#asked) return;
      this.#askAnew(asked);
      void this.#recall();
    } catch (error) {
      this.#askAnew('');
      // What would be refused is not offered.
      button.remove();
      this.#fault.textContent = this.#sentence(error);
      this.fail(error);
    }
  }

  /** Another amount, another thing or another shop is another payment. */
  #askAnew(asked: string): void {
    this.#asked = asked;
    this.#open = null;
    this.#actKey = newIdempotencyKey();
    this.#fault.textContent = '';
  }

  protected stop(): void {
    this.#following.abort();
    this.#dialog?.close();
  }

  #label(): string {
    const amount = this.prop('amount');
    // What a link asks for, its pay step says.
    if (amount === undefined) return this.#texts.payAny;
    return this.#texts.pay(formatAmount(Number(amount), this.#currency));
  }

  get #currency(): string {
    return this.prop('currency') ?? 'SLE';
  }

  /** The link at which is paid on that link's terms alone: by its address, or by its id where no amount is said. */
  get #ownLink(): string | undefined {
    const link = this.prop('linkId');
    return link?.startsWith('plink_') && this.prop('amount') !== undefined ? undefined : link;
  }

  async #press(): Promise<void> {
    const button = this.#button;
    if (!button || this.#paid || button.getAttribute('aria-disabled') === 'true') return;
    button.setAttribute('aria-disabled', 'true');
    this.#fault.textContent = '';
    this.emit('event', { type: 'pressed' });
    try {
      const server = this.server();
      const act = this.#actKey;
      const payment = this.#open ?? (await this.#begin(server, this.#body()));
      // Where something else is asked for by now, the next press begins that.
      this.#goOn(payment, act === this.#actKey);
      if (!hasEnded(payment)) await this.#show(server, payment);
    } catch (error) {
      // What may have been begun without our hearing of it is asked for again, and not begun twice.
      if (!(error instanceof WidgetError && UNHEARD.has(error.code))) this.#actKey = newIdempotencyKey();
      this.#fault.textContent = this.#sentence(error);
      this.fail(error);
    }
    if (!this.#paid) button.removeAttribute('aria-disabled');
    button.focus();
  }

  #sentence(error: unknown): string {
    return error instanceof WidgetError && error.code !== 'NETWORK_ERROR'
      ? refusalIn(this.spoken, error, this.prop('apiKey'))
      : this.#texts.cannotReach;
  }

  /** What is asked for, as the API takes it. Throws WidgetError PROP_INVALID where no such sum can be asked for. */
  #body(): Readonly<Record<string, unknown>> {
    const said = this.prop('amount');
    const amount = said === undefined ? undefined : Number(said);
    // A link that is paid on its own terms has its own currency.
    const fault = amount === undefined ? null : amountFault(amount, this.#ownLink ? '' : this.#currency);
    if (fault !== null)
      throw new WidgetError('PROP_INVALID', `${this.localName} needs amount ${fault}, not ${said}.`);
    return {
      amount,
      channel: this.prop('paymentChannel') ?? 'hosted',
      // A link has all of this of its own, but for the amount of an open one.
      ...(this.#ownLink !== undefined
        ? {}
        : {
            currency: this.#currency,
            description: this.prop('description'),
            metadata: this.prop('metadata'),
            reference: this.prop('reference'),
            payment_link_id: this.prop('linkId'),
            amount_token: this.prop('amountToken'),
          }),
    };
  }

  /** Begins the payment, or finds the one that this browser began before. Throws what the API refuses. */
  async #begin(server: Server, body: Readonly<Record<string, unknown>>): Promise<FollowedPayment> {
    const link = this.#ownLink;
    const idempotencyKey = this.#actKey;
    const asking = this.#asking(body);
    if (link === undefined && body['amount'] === undefined)
      throw new WidgetError('PROP_MISSING', `${this.localName} needs an amount above 0.`);
    const before = await findBegun(server, asking);
    if (before) return before;
    const payment = await call<FollowedPayment>(server, {
      method: 'POST',
      path: link !== undefined ? `/public/payment-links/${encodeURIComponent(link)}/payments` : '/payments',
      body,
      idempotencyKey,
    });
    keepBegun(asking, payment);
    this.emit('event', { type: 'payment_opened', data: { id: payment.id } });
    return payment;
  }

  #asking(body: Readonly<Record<string, unknown>>): Asking {
    return askingOf([this.prop('apiKey'), this.prop('baseUrl')], body);
  }

  /** Tells of one that is paid; else looks at it from now on, also when the payer closes the pay step. */
  #goOn(payment: FollowedPayment, isAsked = true): void {
    if (hasEnded(payment)) return this.#tell(payment);
    if (isAsked) this.#open = payment;
    void this.#follow(payment);
  }

  /** A page that is loaded anew tells of what was paid, and goes on with what is open. */
  async #recall(): Promise<void> {
    const act = this.#actKey;
    try {
      const payment = await findBegun(this.server(), this.#asking(this.#body()));
      if (payment && act === this.#actKey && !this.#open) this.#goOn(payment);
    } catch {
      // Whoever presses the button is told.
    }
  }

  async #follow(payment: FollowedPayment): Promise<void> {
    const followed = this.#followed;
    if (followed.has(payment.id)) return;
    followed.add(payment.id);
    try {
      const ended = await followPayment(this.server(), payment, this.#following.signal);
      if (ended) this.#tell(ended);
    } catch (error) {
      this.fail(error);
    }
    followed.delete(payment.id);
  }

  /** Ends when the payer has closed the pay step. */
  #show(server: Server, payment: FollowedPayment): Promise<void> {
    // It may have been taken out meanwhile, and goes on when it is back.
    if (!this.isConnected) return Promise.resolve();
    return new Promise((resolve) => {
      this.#state.textContent = this.#texts.paying;
      this.#dialog = openPayDialog({
        root: this.root,
        server,
        payment,
        title: this.prop('description') || this.#texts.payment,
        theme: this.chosenTheme,
        language: this.spoken,
        onClose: resolve,
        onBlocked: () => this.emit('event', { type: 'frame_blocked' }),
      });
    });
  }

  #tell(payment: FollowedPayment): void {
    const { status } = payment;
    if (this.#paid?.id === payment.id) return;
    if (status !== 'succeeded') dropBegun(payment.id);
    // One that came to nothing ends no other that was begun since.
    if (status !== 'succeeded' && this.#open && this.#open.id !== payment.id) return;
    this.#open = null;
    this.#actKey = newIdempotencyKey();
    if (status === 'succeeded') {
      this.#paid = payment;
      this.#fault.textContent = '';
      this.#state.textContent = this.#showPaid(payment);
      this.emit('success', shown(payment));
      return;
    }
    const said = endedIn(this.#texts, status);
    this.#fault.textContent = said;
    this.#state.textContent = '';
    this.fail(new WidgetError(`PAYMENT_${status.toUpperCase()}`, said));
  }

  #showPaid({ amount, currency }: FollowedPayment): string {
    const said = this.#texts.paid(formatAmount(amount, currency));
    if (this.#button) fill(this.#button, [said]);
    this.#button?.setAttribute('aria-disabled', 'true');
    return said;
  }
}

function shown({
  id,
  status,
  amount,
  currency,
  channel,
  description,
  reference,
  livemode,
  metadata,
}: FollowedPayment): PaidPayment {
  return { id, status, amount, currency, channel, description, reference, livemode, metadata };
}

defineWidget('ms-payment-button', PaymentButton, {
  amount: 'number',
  currency: 'text',
  description: 'text',
  metadata: 'data',
  reference: 'text',
  paymentChannel: 'text',
  amountToken: 'text',
  linkId: 'text',
  onSuccess: 'callback',
});
