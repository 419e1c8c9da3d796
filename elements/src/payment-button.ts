import { call, newIdempotencyKey, WidgetError, type Server } from './core/call.ts';
import { fill, h, sheetOf } from './core/dom.ts';
import { toJson } from './core/json.ts';
import { defineWidget, WidgetElement } from './core/element.ts';
import { formatAmount } from './core/money.ts';
import { refusalIn } from './core/refusals.ts';
import { followPayment, type FollowedPayment } from './pay/follow-payment.ts';
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
    if (this.#paid) fill(button, [this.#texts.paid(formatAmount(this.#paid.amount, this.#paid.currency))]);
    else if (this.#open) void this.#follow(this.#open);
    this.emit('ready', undefined);
  }

  protected refresh(): void {
    if (this.#paid || !this.#button) return;
    fill(this.#button, [h('slot', {}, this.#label())]);
    try {
      const asked = toJson([this.prop('apiKey'), this.prop('baseUrl'), this.#body()]);
      if (asked !== this.#asked) this.#askAnew(asked);
    } catch (error) {
      this.#askAnew('');
      this.#fault.textContent = (error as Error).message;
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
    const amount = Number(this.prop('amount'));
    // What a link asks for, its pay step says.
    if (!Number.isFinite(amount)) return this.#texts.payAny;
    return this.#texts.pay(formatAmount(amount, this.prop('currency') ?? 'SLE'));
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
      const payment = this.#open ?? (await this.#begin(server));
      // Where something else is asked for by now, the next press begins that.
      if (act === this.#actKey) this.#open = payment;
      await this.#show(server, payment);
    } catch (error) {
      // What may have been begun without our hearing of it is asked for again, and not begun twice.
      if (!(error instanceof WidgetError && UNHEARD.has(error.code))) this.#actKey = newIdempotencyKey();
      this.#fault.textContent =
        error instanceof WidgetError && error.code !== 'NETWORK_ERROR'
          ? refusalIn(this.spoken, error, this.prop('apiKey'))
          : this.#texts.cannotReach;
      this.fail(error);
    }
    if (!this.#paid) button.removeAttribute('aria-disabled');
    button.focus();
  }

  /** What is asked for, as the API takes it. */
  #body(): Readonly<Record<string, unknown>> {
    return {
      amount: this.prop('amount') === undefined ? undefined : Number(this.prop('amount')),
      channel: this.prop('paymentChannel') ?? 'hosted',
      // A link has all of this of its own, but for the amount of an open one.
      ...(this.#ownLink !== undefined
        ? {}
        : {
            currency: this.prop('currency') ?? 'SLE',
            description: this.prop('description'),
            metadata: this.prop('metadata'),
            reference: this.prop('reference'),
            payment_link_id: this.prop('linkId'),
            amount_token: this.prop('amountToken'),
          }),
    };
  }

  /** Begins the payment, and looks from now on until it has ended, also when the payer closes the pay step. Throws what the API refuses. */
  async #begin(server: Server): Promise<FollowedPayment> {
    const link = this.#ownLink;
    const body = this.#body();
    if (link === undefined && !(Number(body['amount']) > 0))
      throw new WidgetError('PROP_MISSING', `${this.localName} needs an amount above 0.`);
    const payment = await call<FollowedPayment>(server, {
      method: 'POST',
      path: link !== undefined ? `/public/payment-links/${encodeURIComponent(link)}/payments` : '/payments',
      body,
      idempotencyKey: this.#actKey,
    });
    this.emit('event', { type: 'payment_opened', data: { id: payment.id } });
    void this.#follow(payment);
    return payment;
  }

  async #follow(payment: FollowedPayment): Promise<void> {
    try {
      const ended = await followPayment(this.server(), payment, this.#following.signal);
      if (ended) this.#tell(ended);
    } catch (error) {
      this.fail(error);
    }
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
    // One that came to nothing ends no other that was begun since.
    if (status !== 'succeeded' && this.#open && this.#open.id !== payment.id) return;
    this.#open = null;
    this.#actKey = newIdempotencyKey();
    if (status === 'succeeded') {
      this.#paid = payment;
      this.#fault.textContent = '';
      const said = this.#texts.paid(formatAmount(payment.amount, payment.currency));
      this.#state.textContent = said;
      if (this.#button) fill(this.#button, [said]);
      this.emit('success', shown(payment));
      return;
    }
    const said = endedIn(this.#texts, status);
    this.#fault.textContent = said;
    this.#state.textContent = '';
    this.fail(new WidgetError(`PAYMENT_${status.toUpperCase()}`, said));
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
