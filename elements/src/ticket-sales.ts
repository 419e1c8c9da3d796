import { call, newIdempotencyKey, WidgetError, type Server } from './core/call.ts';
import { fill, h, sheetOf } from './core/dom.ts';
import { defineWidget, WidgetElement } from './core/element.ts';
import { refusalIn } from './core/refusals.ts';
import { followPayment, hasEnded, type FollowedPayment } from './pay/follow-payment.ts';
import { openPayDialog, type PayDialog } from './pay/pay-dialog.ts';
import type { TicketSalesProps } from './props.ts';
import type { Order, SoldEvent } from './tickets/api.ts';
import { awaitTickets, giveBackOrder } from './tickets/await-tickets.ts';
import { eventHeader } from './tickets/event-header.ts';
import { orderForm, type OrderForm } from './tickets/order-form.ts';
import { dropOrder, findKeptOrder, isHoldOver, isPaid, keepOrder } from './tickets/kept-order.ts';
import { boughtOrder, heldOrder, notLoaded, returnedOrder, saleOf, toldTicket } from './tickets/outcomes.ts';
import { endedIn, payTexts, type PayTexts } from './pay/texts.ts';
import { ticketTexts, type TicketTexts } from './tickets/texts.ts';
import { buyersSheets } from './core/buyers-sheets.ts';
import css from './ticket-sales.css?inline';

let sheet: CSSStyleSheet | null = null;

/** `<ms-ticket-sales>`: chooses, orders, pays and shows tickets of one event. */
class TicketSales extends WidgetElement<TicketSalesProps> {
  readonly #stage = h('div', { class: 'stage' });
  readonly #state = h('p', { class: 'hidden-text', role: 'status' });
  #running = new AbortController();
  #event: SoldEvent | null = null;
  #order: Order | null = null;
  /** What is written in it stays when it is shown anew. */
  #form: OrderForm | null = null;
  #payment: FollowedPayment | null = null;
  /** Paid, and its tickets are being made. */
  #awaited: Order | null = null;
  #dialog: PayDialog | null = null;
  #shown = '';
  #chosenAs = '';

  protected override sheets(): readonly CSSStyleSheet[] {
    sheet ??= sheetOf(css);
    return [...buyersSheets(), sheet];
  }

  get #texts(): TicketTexts {
    return ticketTexts(this.spoken);
  }
  get #payTexts(): PayTexts {
    return payTexts(this.spoken);
  }

  protected start(): void {
    this.#running = new AbortController();
    fill(this.root, [this.#stage, this.#state]);
    if (this.#shown === this.#wanted && this.#order) this.#goOn(this.#order);
    this.refresh();
  }

  /** Taken out of the page and put back, it goes on with what it had begun. */
  #goOn(order: Order): void {
    if (this.#payment) void this.#follow(this.server(), order, this.#payment);
    else if (this.#awaited === order) {
      this.#form?.busy(true);
      void this.#finish(this.server(), order).catch((error: unknown) => this.fail(error));
    }
  }

  get #wanted(): string {
    return `${this.prop('apiKey')} ${this.prop('eventId')} ${this.prop('baseUrl')}`;
  }

  protected refresh(): void {
    // While tickets are held, nothing takes them from the screen but the buyer.
    const wanted = this.#wanted;
    if (wanted !== this.#shown) void this.#open(wanted);
    // What somebody has typed stays, unless it has to be shown in another way.
    else if (this.#event && !this.#order && this.#look() !== this.#chosenAs) this.#choose(this.#event);
  }

  protected stop(): void {
    this.#running.abort();
    this.#dialog?.close();
    // What did not come is asked for again.
    if (!this.#event) this.#shown = '';
  }

  /** `said` is why it is chosen anew, where the buyer has to know. */
  async #open(wanted: string, said = ''): Promise<void> {
    if (this.#shown !== wanted) this.#form = null;
    this.#shown = wanted;
    this.#event = null;
    fill(this.#stage, [h('p', { class: 'quiet', role: 'status' }, this.#texts.loading)]);
    try {
      const server = this.server();
      const id = this.required('eventId');
      const event = await call<SoldEvent>(server, { path: `/public/events/${encodeURIComponent(id)}` });
      const kept = await findKeptOrder(server, wanted);
      if (this.#shown !== wanted) return;
      this.#event = event;
      this.#order = kept;
      if (kept) this.#takeUp(server, kept);
      else this.#choose(event, said);
      this.emit('ready', undefined);
    } catch (error) {
      // Another event may stand here by now.
      if (this.#shown !== wanted) return;
      const again = (): void => void this.#open(wanted);
      fill(this.#stage, notLoaded(this.#sentence(error), this.#texts, again));
      this.fail(error);
    }
  }

  /** What was held before the page was loaded anew, or in another tab. */
  #takeUp(server: Server, order: Order): void {
    const payment = order.payment ?? null;
    this.#payment = payment && !hasEnded(payment) ? payment : null;
    if (isPaid(order)) this.#awaited = order;
    else this.#hold(server, order);
    this.#goOn(order);
  }

  /** What the form is made by, beside the event. */
  #look(): string {
    return `${this.spoken} ${this.prop('showEventHeader')} ${this.prop('maxTicketsPerOrder')}`;
  }

  #choose(event: SoldEvent, said = ''): void {
    this.#chosenAs = this.#look();
    const ticketsMax = Math.min(this.prop('maxTicketsPerOrder') ?? 10, event.max_tickets_per_order);
    // One act has one name, until the order that it made is done with.
    const acts = new Map<string, string>();
    const form = orderForm({
      event,
      texts: this.#texts,
      ticketsMax: Math.max(1, ticketsMax),
      written: this.#form?.written() ?? null,
      onOrder: (body) => {
        const said = JSON.stringify(body);
        const act = acts.get(said) ?? newIdempotencyKey();
        acts.set(said, act);
        void this.#buy(form, body, act);
      },
    });
    this.#form = form;
    const hasHeader = this.prop('showEventHeader') !== false;
    const header = hasHeader ? eventHeader(event, this.#texts, this.server().origin) : null;
    fill(this.#stage, saleOf(event, { header, form: form.element, test: this.#payTexts.test }));
    form.fail(said);
  }

  async #buy(
    form: OrderForm,
    body: Readonly<Record<string, unknown>>,
    idempotencyKey: string,
  ): Promise<void> {
    form.busy(true);
    try {
      const server = this.server();
      const path = `/public/events/${encodeURIComponent(this.required('eventId'))}/orders`;
      this.#order = await call<Order>(server, { method: 'POST', path, body, idempotencyKey });
      keepOrder(this.#shown, this.#order);
      this.#payment = null;
      this.emit('event', { type: 'order_held', data: { id: this.#order.id } });
      await this.#pay(server, this.#order);
    } catch (error) {
      // The tickets are held by then, and another order would hold others.
      if (this.#order) {
        this.#hold(this.server(), this.#order);
        this.#tellRefused(error);
      } else await this.#tellNotOrdered(form, error);
    }
    form.busy(false);
  }

  async #tellNotOrdered(form: OrderForm, error: unknown): Promise<void> {
    const said = this.#sentence(error);
    form.fail(said);
    this.fail(error);
    if (error instanceof WidgetError && error.code === 'PRICE_CHANGED') await this.#open(this.#shown, said);
  }

  /** Asks for the money of a held order; one that costs nothing is paid by that. */
  async #pay(server: Server, order: Order): Promise<void> {
    const clientSecret = order.client_secret ?? '';
    // What costs nothing is not asked to be paid: the form stays until its tickets are there, or until they were refused.
    if (order.total > 0) this.#hold(server, order);
    if (!this.#payment) {
      const made = await call<FollowedPayment & Partial<Order>>(server, {
        method: 'POST',
        path: `/public/ticket-orders/${order.id}/pay`,
        body: order.total === 0 ? {} : { method: this.prop('paymentChannel') ?? 'hosted' },
        clientSecret,
        idempotencyKey: newIdempotencyKey(),
      });
      if (made.tickets) return this.#finish(server, order);
      this.#payment = made;
      void this.#follow(server, order, made);
    }
    this.#show(server, this.#payment);
  }

  async #follow(server: Server, order: Order, payment: FollowedPayment): Promise<void> {
    try {
      const ended = await followPayment(server, payment, this.#running.signal);
      if (!ended || this.#order !== order) return;
      this.#payment = ended;
      if (ended.status === 'succeeded') return await this.#finish(server, order);
      this.#payment = null;
      const said = endedIn(this.#payTexts, ended.status);
      this.#tellHeld(said);
      this.fail(new WidgetError(`PAYMENT_${ended.status.toUpperCase()}`, said));
    } catch (error) {
      this.fail(error);
    }
  }

  #show(server: Server, payment: FollowedPayment): void {
    // It may have been taken out meanwhile; the button is there when it comes back.
    if (!this.isConnected) return;
    this.#dialog = openPayDialog({
      root: this.root,
      server,
      payment,
      title: this.#event?.name ?? this.#payTexts.payment,
      theme: this.chosenTheme,
      language: this.spoken,
      onClose: () => this.#stage.querySelector('h2')?.focus(),
      onBlocked: () => this.emit('event', { type: 'frame_blocked' }),
    });
  }

  #hold(server: Server, order: Order): void {
    const held = heldOrder(order, this.#texts, {
      pay: () => void this.#pay(server, order).catch((error: unknown) => this.#tellRefused(error)),
      giveBack: () => void this.#giveBack(server, order),
    });
    fill(this.#stage, [held]);
  }

  #tellRefused(error: unknown): void {
    if (isHoldOver(error)) {
      if (this.#order) dropOrder(this.#order.id);
      this.#order = null;
      if (this.#event) this.#choose(this.#event, this.#texts.heldOver);
    } else this.#tellHeld(this.#sentence(error));
    this.fail(error);
  }

  #tellHeld(sentence: string): void {
    for (const fault of this.#stage.querySelectorAll('.fault')) fault.textContent = sentence;
  }

  async #giveBack(server: Server, order: Order): Promise<void> {
    try {
      await giveBackOrder(server, order);
      dropOrder(order.id);
      this.emit('event', { type: 'order_cancelled', data: { id: order.id } });
      await this.#open(this.#shown);
    } catch (error) {
      this.#tellRefused(error);
    }
  }

  async #finish(server: Server, order: Order): Promise<void> {
    const { signal } = this.#running;
    const onLate = () => this.#tellHeld(this.#texts[order.total === 0 ? 'freeLate' : 'ticketsLate']);
    this.#awaited = order;
    const paid = await awaitTickets(server, order, { signal, onLate });
    if (!paid || this.#order !== order) return;
    dropOrder(order.id);
    this.#payment = null;
    this.#form = null;
    this.#dialog?.close();
    if (paid.tickets.length === 0) return this.#tellReturned(paid);
    const tickets = paid.tickets.map(toldTicket);
    fill(this.#stage, [boughtOrder(paid, this.#texts, () => void this.#open(this.#shown))]);
    this.#state.textContent = this.#texts.bought(tickets.length);
    this.#stage.querySelector('h2')?.focus();
    this.emit('purchase-complete', tickets);
  }

  /** There was no room for it any more when its money came. */
  #tellReturned({ status }: Order): void {
    fill(this.#stage, [returnedOrder(this.#texts, () => void this.#open(this.#shown))]);
    this.#stage.querySelector('h2')?.focus();
    this.fail(new WidgetError(`ORDER_${status.toUpperCase()}`, this.#texts.moneyBack));
  }

  #sentence(error: unknown): string {
    if (!(error instanceof WidgetError) || error.code === 'NETWORK_ERROR') return this.#payTexts.cannotReach;
    return error.code === 'PRICE_CHANGED'
      ? this.#texts.priceChanged
      : refusalIn(this.spoken, error, this.prop('apiKey'));
  }
}

defineWidget('ms-ticket-sales', TicketSales, {
  eventId: 'text',
  showEventHeader: 'flag',
  maxTicketsPerOrder: 'number',
  paymentChannel: 'text',
  onPurchaseComplete: 'callback',
});
