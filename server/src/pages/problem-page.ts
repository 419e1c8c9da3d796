import type { PageAnswer, PageProblem } from '../kernel/call/page-route.ts';
import { html } from '../kernel/web/html.ts';
import { showPage, type View } from './layout.ts';
import type { Texts } from './texts/english.ts';

/** What a page says instead of itself, in the same design. */
export function showProblem({ status, requestId, retryAfterSeconds }: PageProblem, view: View): PageAnswer {
  const { texts } = view;
  const [title = '', help = ''] = wordsOf(status, texts);
  const main = html`<section class="card problem">
<p class="code-number" aria-hidden="true">${status}</p>
<h1>${title}</h1>
<p class="lead">${help}${status === 429 && retryAfterSeconds !== undefined ? ` ${texts.problems.waitSeconds(Math.ceil(retryAfterSeconds))}` : ''}</p>
<p><a class="button" href="${view.link('/')}">${texts.problems.home}</a></p>
<p class="quiet">${texts.problems.reference}: <span class="mono">${requestId}</span></p>
</section>`;
  // Whatever was looked for: a parcel is one of many things.
  return showPage({ title, main, status, hidden: true, footer: texts.start.title }, view);
}

function wordsOf(status: number, { problems }: Texts): readonly string[] {
  if (status === 404) return problems.notFound;
  if (status === 410) return problems.gone;
  if (status === 405) return problems.wrongMethod;
  if (status === 413) return problems.tooLarge;
  if (status === 429) return problems.tooOften;
  if (status === 503) return problems.busy;
  return status >= 500 ? problems.fault : problems.refused;
}
