import { Failure } from '../../kernel/call/failure.ts';
import type { PageRequest, PageRoute } from '../../kernel/call/page-route.ts';
import type { Merchants } from '../../modules/merchants/index.ts';
import { embedOf } from '../embed.ts';
import { html } from '../html.ts';
import { embedded, showPage, type View } from '../layout.ts';

type EmbedPages = { readonly merchants: Merchants; readonly view: (request: PageRequest) => View };

/** `/embed/pay/<id>#<client_secret>`: the pay step in a shop's page. What stands behind the # is read by a script and sent to the API alone. */
export function embedPayRoute({ merchants, view }: EmbedPages): PageRoute {
  return {
    method: 'GET',
    path: '/embed/pay/:id',
    handle: async (request) => {
      const embed = await embedOf(merchants, request, null);
      if (embed === null)
        throw new Failure('NOT_FOUND', 'This page opens in a widget alone, with its public key.');
      const seen = embedded(view(request), embed);
      const { pay: texts } = seen.texts;
      return showPage(
        {
          title: texts.working,
          hidden: true,
          waits: true,
          script: 'embed-pay.js',
          footer: texts.footer,
          main: html`<h1 class="hidden">${texts.working}</h1><p class="opening quiet" role="status">${texts.workingHelp}</p><p class="problem error" role="alert" hidden>${texts.embedProblem}</p>`,
        },
        seen,
      );
    },
  };
}
