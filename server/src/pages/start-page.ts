import type { PageAnswer } from '../kernel/call/page-route.ts';
import { html } from './html.ts';
import { showPage, type View } from './layout.ts';

/** What this server is, and where to go from here. */
export function showStart(view: View): PageAnswer {
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
