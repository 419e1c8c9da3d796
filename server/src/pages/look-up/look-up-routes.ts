import { Failure } from '../../kernel/call/failure.ts';
import type { PageAnswer, PageRequest, PageRoute } from '../../kernel/call/page-route.ts';
import { lookUpParcel, type Parcel, type Shipping } from '../../modules/shipping/index.ts';
import { html, type Html } from '../../kernel/web/html.ts';
import { goneBackTo, showPage, type View } from '../layout.ts';
import { firstNameOf, headlineOf, showArrival, toneOf } from '../parcel/headline.ts';

type LookUpPages = { readonly shipping: Shipping; readonly view: (request: PageRequest) => View };

const EMPTY = Object.freeze({ number: '', digits: '', missed: false });

/** `/track`: for people who have the number but not the link. */
export function lookUpRoutes({ shipping, view }: LookUpPages): readonly PageRoute[] {
  return [
    {
      method: 'GET',
      path: '/track',
      handle: async (request) =>
        showLookUp({ ...EMPTY, number: (request.query['number'] ?? '').slice(0, 20) }, view(request)),
    },
    {
      method: 'POST',
      path: '/track',
      handle: async (request) => {
        const [number, digits] = [request.form['number'] ?? '', request.form['digits'] ?? ''];
        if (number.length > 64 || digits.length > 16)
          throw new Failure('VALIDATION_ERROR', 'The number or the digits are too long.');
        const parcel = await lookUpParcel(shipping, { jobNumber: number, digits, address: request.address });
        return goneBackTo(
          parcel
            ? showFound(parcel, view(request))
            : showLookUp({ number, digits, missed: true }, view(request)),
        );
      },
    },
  ];
}

type LookUpForm = { readonly number: string; readonly digits: string; readonly missed: boolean };

/** The form that finds a parcel by its number and the end of a phone number. */
function showLookUp(form: LookUpForm, view: View): PageAnswer {
  const { lookUp } = view.texts;
  const main = html`<section class="card">
<h1>${lookUp.title}</h1>
<p class="lead">${lookUp.help}</p>
${form.missed ? html`<p class="error" role="alert" id="missed">${lookUp.notFound}</p>` : null}
<form method="post" action="${view.link('/track')}">
<label for="number">${lookUp.number}</label>
<input id="number" name="number" value="${form.number}" placeholder="SHP-XXXX-XXXX" required maxlength="20" autocomplete="off" autocapitalize="characters" spellcheck="false" class="mono"${described(form)}>
<label for="digits">${lookUp.digits}</label>
<input id="digits" name="digits" value="${form.digits}" required maxlength="4" pattern="[0-9]{4}" inputmode="numeric" autocomplete="off" class="mono short"${described(form)}>
<button class="button" type="submit">${lookUp.find}</button>
</form>
</section>`;
  return showPage({ title: lookUp.title, main, status: form.missed ? 404 : 200 }, view);
}

/** What everybody may see who knows both: a first name, an area, where the parcel stands and when it comes. */
function showFound(parcel: Parcel, view: View): PageAnswer {
  const { lookUp, parcel: texts } = view.texts;
  const { row, details, tracking } = parcel;
  const headline = headlineOf(parcel, view.texts);
  const main = html`<section class="card status ${toneOf(row.status)}">
<p class="overline">${texts.number} <span class="mono">${row.job_number}</span></p>
<h1>${headline}</h1>
${showArrival(parcel, view)}
</section>
<section class="card">
<p>${lookUp.area(details.delivery_zone.name)}</p>
${tracking.driver ? html`<p>${lookUp.courier(firstNameOf(tracking.driver.name))}</p>` : null}
<p class="quiet">${lookUp.more}</p>
<p><a class="button plain" href="${view.link('/track')}">${lookUp.again}</a></p>
</section>`;
  return showPage({ title: headline, main, hidden: true, testMode: !row.livemode }, view);
}

function described({ missed }: LookUpForm): Html | null {
  return missed ? html` aria-describedby="missed" aria-invalid="true"` : null;
}
