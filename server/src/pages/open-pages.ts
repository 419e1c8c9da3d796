import type { PageAnswer, PageSet } from '../kernel/call/page-route.ts';
import type { Events } from '../modules/events/index.ts';
import type { Tenant } from '../kernel/call/tenant.ts';
import type { Merchants } from '../modules/merchants/index.ts';
import type { Invoices } from '../modules/invoices/index.ts';
import type { Payments } from '../modules/payments/index.ts';
import type { Pos } from '../modules/pos/index.ts';
import type { Shipping } from '../modules/shipping/index.ts';
import { html } from '../kernel/web/html.ts';
import { accentRoute, showPage, viewOf, type View } from './layout.ts';
import type { Assets } from './assets.ts';
import { eventRoutes } from './event/event-routes.ts';
import { invoiceRoutes } from './invoice/invoice-routes.ts';
import { linkRoutes } from './link/link-routes.ts';
import { lookUpRoutes } from './look-up/look-up-routes.ts';
import { parcelRoutes } from './parcel/parcel-routes.ts';
import { embedPayRoute, payRoutes } from './pay/pay-routes.ts';
import { receiptRoutes } from './receipt/receipt-routes.ts';
import { showProblem } from './problem-page.ts';
import { ticketRoutes } from './tickets/ticket-routes.ts';

/** The modules whose things people see. */
type PageModules = {
  readonly shipping: Shipping;
  readonly payments: Payments;
  readonly events: Events;
  readonly invoices: Invoices;
  readonly pos: Pos;
  readonly merchants: Merchants;
};

/** The pages that people see, rendered here and usable without script. */
export function openPages(
  { shipping, payments, events, invoices, pos, merchants }: PageModules,
  assets: Assets,
): PageSet {
  const pages = {
    shipping,
    payments,
    events,
    invoices,
    pos,
    merchants,
    view: (request: Parameters<typeof viewOf>[0]) => viewOf(request, assets),
    /** As a merchant's page looks. */
    dressed: async (request: Parameters<typeof viewOf>[0], tenant: Tenant) => ({
      ...viewOf(request, assets),
      brand: await merchants.brands.find(tenant),
    }),
  };
  return {
    routes: [
      { method: 'GET', path: '/', handle: async (request) => showStart(pages.view(request)) },
      accentRoute,
      ...parcelRoutes(pages),
      ...lookUpRoutes(pages),
      ...ticketRoutes(pages),
      embedPayRoute(pages),
      ...payRoutes(pages),
      ...linkRoutes(pages),
      ...invoiceRoutes(pages),
      ...receiptRoutes(pages),
      ...eventRoutes(pages),
    ],
    files: assets.files,
    refuse: (problem, request) => showProblem(problem, pages.view(request)),
  };
}

/** What this server is, and where to go from here. */
function showStart(view: View): PageAnswer {
  const { start } = view.texts;
  const main = html`<section class="hero">
<h1>${start.lead}</h1>
<p class="lead">${start.help}</p>
</section>
<nav class="choices">
<a class="choice" href="${view.link('/track')}"><b>${start.track}</b><span>${start.trackHelp}</span></a>
<a class="choice" href="/dashboard"><b>${start.dashboard}</b><span>${start.dashboardHelp}</span></a>
<a class="choice" href="/docs"><b>${start.docs}</b><span>${start.docsHelp}</span></a>
</nav>`;
  return showPage({ title: start.title, main, wide: true, footer: start.title }, view);
}
