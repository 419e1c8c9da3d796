import { ERRORS, errorsOf, type ErrorCode, type Operation } from '@cottontree/contract';
import { html, type Html } from '../../kernel/web/html.ts';
import { allOperations, errorPath, slugOf } from '../addresses.ts';
import type { DocPage } from '../doc-page.ts';
import { codeBlock } from '../highlight.ts';
import { refusalExample, refusals } from '../reference/operation-page.ts';
import { operationList } from '../reference/api-pages.ts';
import { isErrorCode, words } from '../words.ts';
import { accessCauses } from './causes/access-causes.ts';
import { eventCauses } from './causes/event-causes.ts';
import type { Explanation } from './causes/explanation.ts';
import { missingCauses } from './causes/missing-causes.ts';
import { paymentCauses } from './causes/payment-causes.ts';
import { requestCauses } from './causes/request-causes.ts';
import { shippingCauses } from './causes/shipping-causes.ts';
import { tillCauses } from './causes/till-causes.ts';
import { webhookCauses } from './causes/webhook-causes.ts';
export type { Explanation } from './causes/explanation.ts';

/** So many operations are listed; what more of them answer follows from their form. */
const OPERATIONS_SHOWN_MAX = 60;

/** A page for every code, and the one that lists them. */
export function errorPages(baseUrl: () => string): readonly DocPage[] {
  return [
    listPage,
    ...Object.keys(ERRORS)
      .filter(isErrorCode)
      .map((code) => errorPage(code, baseUrl)),
  ];
}

/** What errors are about, as the page of all of them groups them. */
const CAUSE_GROUPS = {
  'Requests and the server': requestCauses,
  'Keys, people and devices': accessCauses,
  Webhooks: webhookCauses,
  Shipping: shippingCauses,
  'Payments and invoices': paymentCauses,
  'Events and tickets': eventCauses,
  'Point of sale': tillCauses,
  'Not there': missingCauses,
} as const;

const groups = Object.entries(CAUSE_GROUPS).map(([group, causes]) => ({
  group,
  codes: Object.keys(causes)
    .filter(isErrorCode)
    .toSorted((one, other) => ERRORS[one].status - ERRORS[other].status),
}));

const listPage: DocPage = {
  path: '/docs/errors',
  title: 'Errors',
  section: 'errors',
  show: () => ({
    main: html`<h1>Errors</h1>
<p class="lead">Every code that an answer can carry, with its cause and its cure. A code never changes its meaning; <code>error.doc_url</code> of a refusal leads to its page here.</p>
<p>Go by <code>code</code> in programs, show <code>message</code> to developers, and read <code>details</code> where the page of the code says what stands there. Statuses below 500 are yours to mend; <code>429</code> and <code>503</code> may be sent again after <code>Retry-After</code>.</p>
${groups.map(({ group, codes }) => html`<h2 id="${slugOf(group)}">${group}<a class="anchor" href="#${slugOf(group)}" aria-label="Link to this part">#</a></h2>${refusals(codes)}`)}`,
    headings: groups.map(({ group }) => ({ level: 2, id: slugOf(group), text: group })),
    description: 'Every error code with its cause and cure.',
  }),
};

function errorPage(code: ErrorCode, baseUrl: () => string): DocPage {
  return {
    path: errorPath(code),
    title: code,
    section: 'errors',
    show: () => {
      const { status, meaning, retryAfter } = ERRORS[code];
      const { cause, cure } = EXPLANATIONS[code];
      return {
        main: html`<p class="crumbs"><a href="/docs/errors">Errors</a></p>
<h1 class="mono">${code}</h1>
<p class="lead"><b class="status refused">${status}</b> ${words(meaning)}</p>
<h2 id="cause">Cause</h2><p>${words(cause)}</p>
<h2 id="cure">Cure</h2><p>${words(cure)}</p>
${retryAfter ? html`<p>The answer carries <code>Retry-After</code>: so many seconds later the same request may be sent again. The client library waits by itself.</p>` : null}
<h2 id="operations">Who answers it</h2>${answeredBy(code)}`,
        aside: html`<h2 class="answer-line"><b class="status refused">${status}</b> Answer</h2>${codeBlock('json', JSON.stringify(refusalExample(code, baseUrl()), null, 2), 'The refusal')}`,
        headings: [],
        description: meaning,
      };
    },
  };
}

function answeredBy(code: ErrorCode): Html {
  const own = allOperations.filter(({ errors }) => errors.includes(code));
  const others = allOperations.filter((one) => !one.errors.includes(code) && errorsOf(one).includes(code));
  const some = own.slice(0, OPERATIONS_SHOWN_MAX);
  return html`${some.length > 0 ? operationList(some) : null}${restOf(own.slice(OPERATIONS_SHOWN_MAX))}${
    others.length > 0 ? html`<p>${formWords(others.length, own.length > 0)}</p>` : null
  }${own.length + others.length === 0 ? html`<p>No operation answers it by itself; the server does where a payment provider or a connection fails.</p>` : null}`;
}

function restOf(rest: readonly Operation[]): Html | null {
  if (rest.length === 0) return null;
  return html`<details class="nested"><summary>${rest.length} more</summary>${operationList(rest)}</details>`;
}

function formWords(count: number, more: boolean): string {
  const whole =
    count === allOperations.length ? 'Every operation' : `${count} of the ${allOperations.length} operations`;
  return `${more ? 'Beside these, ' : ''}${more ? whole.charAt(0).toLowerCase() + whole.slice(1) : whole} can answer it, by what they have in common: a body, a key, a list.`;
}

/** Every code of the contract has its cause and cure: one that is missing does not compile. */
const EXPLANATIONS: Readonly<Record<ErrorCode, Explanation>> = {
  ...requestCauses,
  ...accessCauses,
  ...webhookCauses,
  ...shippingCauses,
  ...paymentCauses,
  ...eventCauses,
  ...tillCauses,
  ...missingCauses,
};
