import { formatMoney } from '@cottontree/contract';
import { Temporal } from 'temporal-polyfill';
import type { PageAnswer } from '../../kernel/call/page-route.ts';
import type { Parcel } from '../../modules/shipping/index.ts';
import { html, type Html } from '../../kernel/web/html.ts';
import { showPage, type LaidOutPage, type View } from '../layout.ts';
import { formatClock, formatDay } from '../format.ts';

/** What a form said the last time, and why it was not accepted. */
export type FormAttempt = {
  readonly values: Readonly<Record<string, string>>;
  readonly error: string;
  readonly status: number;
} | null;

/** The code, large and in groups. */
export function showCode(parcel: Parcel, code: string | null, view: View): PageAnswer {
  const { code: texts } = view.texts;
  const main = html`<section class="card centre"><h1>${texts.title}</h1>
${code === null ? html`<p class="lead">${texts.none}</p>` : html`<p class="digits mono"><span aria-hidden="true">${code.slice(0, 3)}&#8239;${code.slice(3)}</span><span class="hidden">${code.split('').join(' ')}</span></p><p class="lead"><b>${texts.help}</b></p><p class="quiet">${texts.why}</p>`}
${back(parcel, view)}</section>`;
  return formPage(parcel, { title: texts.title, main }, view);
}

/** The question before a delivery is ended by its recipient's word. */
export function showReceive(parcel: Parcel, attempt: FormAttempt, view: View): PageAnswer {
  const { receive: texts } = view.texts;
  const { row } = parcel;
  const open = row.status === 'in_transit';
  const main = html`<section class="card"><h1>${texts.title}</h1>
${problem(attempt)}
${
  open
    ? html`<p class="lead">${texts.help}</p>${row.cod_status === 'to_collect' ? html`<p><b>${texts.cash(formatMoney(row.cod_amount, row.currency))}</b></p>` : null}
<form method="post" action="${view.link(view.path)}"><button class="button" type="submit">${texts.yes}</button></form>
<p><a class="button plain" href="${view.link(`/t/${parcel.token}`)}">${texts.no}</a></p>`
    : html`<p class="lead">${texts.notNow}</p>${back(parcel, view)}`
}</section>`;
  return formPage(parcel, { title: texts.title, main, ...statusOf(attempt) }, view);
}

/** Where exactly the courier is to come. */
export function showPlace(parcel: Parcel, attempt: FormAttempt, view: View): PageAnswer {
  const { place: texts } = view.texts;
  const value = (name: string): string => attempt?.values[name] ?? '';
  const main = html`<section class="card"><h1>${texts.title}</h1>
<p class="lead">${texts.help}</p>
${problem(attempt)}
<form method="post" action="${view.link(view.path)}" id="place" data-locating="${texts.locating}" data-located="${texts.located}" data-failed="${texts.notLocated}">
<p class="locate" hidden><button class="button plain" type="button" id="locate">${texts.locate}</button></p>
<p role="status" id="located" class="quiet"></p>
<label for="plus_code">${texts.plusCode}</label>
<input id="plus_code" name="plus_code" value="${value('plus_code')}" maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" class="mono" aria-describedby="plus_code_help">
<p class="quiet" id="plus_code_help">${texts.plusCodeHelp}</p>
<fieldset><legend>${texts.coordinates}</legend><div class="pair">
<p><label for="lat">${texts.lat}</label><input id="lat" name="lat" value="${value('lat')}" maxlength="20" inputmode="decimal" autocomplete="off" class="mono"></p>
<p><label for="lng">${texts.lng}</label><input id="lng" name="lng" value="${value('lng')}" maxlength="20" autocomplete="off" class="mono"></p></div></fieldset>
<button class="button" type="submit">${view.texts.common.send}</button>
</form>${back(parcel, view)}</section>`;
  return formPage(parcel, { title: texts.title, main, script: 'place.js', ...statusOf(attempt) }, view);
}

type TimeForm = { readonly slots: readonly TimeSlot[]; readonly attempt: FormAttempt };

/** When it suits the recipient, and what the courier should know. */
export function showTime(parcel: Parcel, { slots, attempt }: TimeForm, view: View): PageAnswer {
  const { time: texts } = view.texts;
  const note = attempt?.values['note'] ?? parcel.details.recipient_note ?? '';
  const { delivery_window_start: start, delivery_window_end: end } = parcel.details;
  const stands = start === null || end === null ? null : { start: new Date(start), end: new Date(end) };
  const chosen =
    attempt?.values['window'] ??
    (stands === null ? '' : `${stands.start.toISOString()}/${stands.end.toISOString()}`);
  const option = (value: string, text: string): Html =>
    html`<option value="${value}"${value === chosen ? html` selected` : null}>${text}</option>`;
  const main = html`<section class="card"><h1>${texts.title}</h1>
<p class="lead">${texts.help}</p>
${problem(attempt)}
<form method="post" action="${view.link(view.path)}">
<label for="window">${texts.title}</label>
<select id="window" name="window">${option('', texts.any)}${withChosen(slots, stands, parcel).map((slot) => option(slot.value, slot.text))}</select>
<label for="note">${texts.note}</label>
<textarea id="note" name="note" rows="3" maxlength="280" aria-describedby="note_help">${note}</textarea>
<p class="quiet" id="note_help">${texts.noteHelp}</p>
<button class="button" type="submit">${view.texts.common.send}</button>
</form>${back(parcel, view)}</section>`;
  return formPage(parcel, { title: texts.title, main, ...statusOf(attempt) }, view);
}

function formPage({ row }: Parcel, page: LaidOutPage, view: View): PageAnswer {
  return showPage({ hidden: true, testMode: !row.livemode, ...page }, view);
}

function statusOf(attempt: FormAttempt): { readonly status?: number } {
  return attempt ? { status: attempt.status } : {};
}

function problem(attempt: FormAttempt): Html | null {
  return attempt && html`<p class="error" role="alert">${attempt.error}</p>`;
}

function back({ token }: Parcel, view: View): Html {
  return html`<p><a class="back" href="${view.link(`/t/${token}`)}">${view.texts.common.back}</a></p>`;
}

/** A stretch of a day that a recipient can choose. */
type TimeSlot = { readonly value: string; readonly text: string };

const DAYS = 4;
const SLOTS: readonly (readonly [from: number, to: number])[] = [
  [8, 11],
  [11, 14],
  [14, 17],
  [17, 20],
];
/** A stretch that has nearly passed is of no use to anybody. */
const LEFT_MIN_MS = 3_600_000;

/** The stretches of today and the next days that lie ahead; the one under way begins now. */
export function offerTimes(now: Date, timeZone: string): readonly TimeSlot[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .startOfDay();
  return Array.from({ length: DAYS }, (_, day) => today.add({ days: day })).flatMap((date) =>
    SLOTS.flatMap(([from, to]) => {
      // By the clock on the wall, also on the day on which it is put back.
      const [start, end] = [date.with({ hour: from }), date.with({ hour: to })];
      if (start.epochMilliseconds < now.getTime() && end.epochMilliseconds - now.getTime() < LEFT_MIN_MS)
        return [];
      const begins = new Date(Math.max(start.epochMilliseconds, now.getTime()));
      const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
      return [
        {
          value: `${begins.toISOString()}/${new Date(end.epochMilliseconds).toISOString()}`,
          text: `${formatDay(begins, timeZone)}, ${clock(from)}–${clock(to)}`,
        },
      ];
    }),
  );
}

/** The same with the stretch that stands already, whoever chose it, for as long as it is not over: who only writes a note keeps it. */
export function withChosen(
  slots: readonly TimeSlot[],
  chosen: { readonly start: Date; readonly end: Date } | null,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): readonly TimeSlot[] {
  if (chosen === null || chosen.end <= now) return slots;
  const { start, end } = chosen;
  const [first, last] = [formatDay(start, timeZone), formatDay(end, timeZone)];
  const text = `${first}, ${formatClock(start, timeZone)}–${first === last ? '' : `${last}, `}${formatClock(end, timeZone)}`;
  return [
    { value: `${start.toISOString()}/${end.toISOString()}`, text },
    ...slots.filter((slot) => slot.text !== text),
  ];
}

/** A chosen stretch, or null for any time; undefined when it is not one that was offered in this form. */
export function readSlot(value: string): { readonly start: Date; readonly end: Date } | null | undefined {
  if (value === '' || value === '/') return null;
  const [start, end] = value.split('/').map((text) => new Date(text));
  if (!start || !end || Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return undefined;
  return { start, end };
}
