/** A page of `docs/`: its file there without `.md` is its name here, unless `file` says otherwise. */
export type Guide = {
  readonly name: string;
  readonly title: string;
  readonly tells: string;
  readonly file?: string;
};

export type GuideGroup = { readonly group: string; readonly guides: readonly Guide[] };

/** Every guide for whoever builds on, sells with or runs a server, by what it is about. */
export const GUIDE_GROUPS: readonly GuideGroup[] = [
  {
    group: 'Begin here',
    guides: [
      {
        name: 'conventions',
        title: 'Conventions',
        tells: 'What every operation keeps: answers, errors, keys, idempotency, lists, limits, money, times.',
      },
      {
        name: 'client',
        title: 'The TypeScript client',
        tells: 'Installing, the first call, lists, refusals, what is tried again, webhooks, versions.',
      },
      {
        name: 'webhooks',
        title: 'Webhooks',
        tells: 'Registering, verifying both signatures, retries, duplicates, sending again.',
      },
      {
        name: 'requests',
        title: 'Requests and live news',
        tells: 'What your keys asked and how it was answered; hearing what changes.',
      },
      {
        name: 'accounts',
        title: 'Accounts',
        tells: "A merchant's people: sign-in, roles, invitations, calling with the cookie.",
      },
    ],
  },
  {
    group: 'Money',
    guides: [
      {
        name: 'payments',
        title: 'Payments',
        tells: 'Asking for money, what it goes through, late money, test numbers, the books.',
      },
      {
        name: 'payment-links',
        title: 'Payment links',
        tells: 'Pages at which people pay, shared as a link or a QR code; the last use.',
      },
      {
        name: 'widgets',
        title: 'Widgets',
        tells: "What stands in a shop's own pages: six elements, the script tag, their props and events.",
      },
      {
        name: 'hosted-pages',
        title: 'Hosted pages',
        tells: 'The pages for payers and buyers, and calling from a page of your own with a public key.',
      },
      {
        name: 'payouts-reconciliation',
        title: 'Refunds, payouts, reconciliation',
        tells: "Money back and out, the accounts of the ledger, books held against providers', QR codes.",
      },
      {
        name: 'payment-providers',
        title: 'Payment providers',
        tells:
          'Connecting Monime, Orange Money, MTN MoMo, Stripe or a bank of your own; what is proved and what is assumed.',
      },
      {
        name: 'invoices',
        title: 'Invoices',
        tells:
          'Drafts, numbers without a gap, payments in parts, credit notes, sending, reminders, recurring.',
      },
      {
        name: 'customers',
        title: 'Customers',
        tells: 'Adding, finding by phone, naming in sales and invoices, forgetting.',
      },
      {
        name: 'totals',
        title: 'What a sale costs',
        tells: 'Discounts, tax, rounding, refunds: the rules behind every total, with vectors.',
      },
    ],
  },
  {
    group: 'Shipping',
    guides: [
      {
        name: 'shipping',
        title: 'Shipping',
        tells: 'From the first quote to the handoff: statuses, codes, test mode, prices, zones, errors.',
      },
      {
        name: 'tracking',
        title: 'Tracking',
        tells: 'Asking, long poll, streams, the time of arrival; the pages for recipients.',
      },
      {
        name: 'imports-claims-reports',
        title: 'Import, claims, reports',
        tells: 'Many deliveries from a CSV file, money back for what went wrong, what was delivered.',
      },
      {
        name: 'notices',
        title: 'Messages to people',
        tells: 'SMS, WhatsApp and e-mail to recipients, drivers and merchants; texts that come in.',
      },
      {
        name: 'couriers',
        title: 'Couriers',
        tells: 'Shifts, offers, limits, positions: how a delivery finds its courier.',
      },
      {
        name: 'courier-app',
        title: "The courier's app",
        tells: 'The app at /courier: shift, offers, steps, cash, with and without a network.',
      },
      {
        name: 'dispatch',
        title: 'Dispatch',
        tells: 'The board, assigning, overrides, incidents, audit; cash from the door to its merchant.',
      },
      { name: 'pricing', title: 'Pricing', tells: 'How a fee is made; rate cards, zones, a router.' },
    ],
  },
  {
    group: 'Events and tickets',
    guides: [
      {
        name: 'events',
        title: 'Events',
        tells: 'Making an event, ticket types and pools, putting it on sale, changing it, calling it off.',
      },
      {
        name: 'ticket-sales',
        title: 'Selling tickets',
        tells:
          'Box office and web shop, holds, payments that come late, refunds, promo codes, waiting lists.',
      },
      {
        name: 'tickets',
        title: 'Tickets',
        tells: 'What buyers get, codes and QR codes, handing on, blocking, voiding, keys.',
      },
      {
        name: 'scanning',
        title: 'Scanning',
        tells: 'Letting people in: online, with paired devices, without network; the log and the figures.',
      },
      {
        name: 'door',
        title: 'The door',
        tells: 'The app at /scan: pairing, letting people in, with and without a network.',
      },
      {
        name: 'conformance',
        title: 'Conformance kit',
        tells: 'Ticket, manifest and webhook formats, vectors, an offline verifier in one file.',
        file: 'conformance/README',
      },
    ],
  },
  {
    group: 'Point of sale',
    guides: [
      {
        name: 'pos',
        title: 'Point of sale',
        tells: 'Locations, settings, catalogue, stock, selling, drawers, reports.',
      },
      {
        name: 'till',
        title: 'The till',
        tells: 'The app at /pos: pairing, selling, without a network, receipts, refunds, the end of the day.',
      },
      {
        name: 'offline',
        title: 'Working without a network',
        tells: 'What apps keep to when the network is gone, pairing, installing, updating.',
      },
    ],
  },
  {
    group: 'The business',
    guides: [
      {
        name: 'dashboard',
        title: 'The dashboard',
        tells: "What merchants' people see and do in a browser, live and test, what it keeps to.",
      },
      {
        name: 'overview',
        title: 'How the business stands',
        tells: 'One call for a start page: money in, what needs somebody, today, first steps.',
      },
      {
        name: 'branding',
        title: 'Branding',
        tells: 'Logo, colour, support and foot of the pages that customers see.',
      },
    ],
  },
  {
    group: 'Running a server',
    guides: [
      {
        name: 'operating',
        title: 'Operating',
        tells: 'Configuration, databases, failover, poolers, nodes, secrets, upgrades, outages, limits.',
      },
      {
        name: 'moving',
        title: 'Moving house',
        tells: 'From the embedded database to one of your own while the server goes on, and back.',
      },
      {
        name: 'backups',
        title: 'Backups',
        tells: 'A file by command, a continuous copy elsewhere, and any moment put back.',
      },
      {
        name: 'watching',
        title: 'Watching a server',
        tells: 'Health, metrics for Prometheus, every field of log lines, traces.',
      },
      {
        name: 'deploying',
        title: 'Deploying',
        tells: 'Containers, systemd, Kubernetes, proxies, alerts and a dashboard: examples held by a test.',
      },
      {
        name: 'reliability',
        title: 'Reliability',
        tells: 'What is promised when things break, the test that proves it, what was measured.',
      },
      {
        name: 'scale',
        title: 'Scale',
        tells: 'How far one machine goes, sizes, several nodes, replicas, sharding, what breaks first.',
      },
      {
        name: 'performance',
        title: 'Performance',
        tells: 'What a unit of work costs in processor time and bytes, and what bounds it.',
      },
    ],
  },
];

export const GUIDES: readonly Guide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides);
