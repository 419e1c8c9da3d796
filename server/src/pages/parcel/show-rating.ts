import type { Parcel } from '../../shipping/index.ts';
import { html, type Html } from '../html.ts';
import type { View } from '../layout.ts';

/** Five answers to one question, or the answer that was given. */
export function showRating({ row, rating, token, isRecipient }: Parcel, view: View): Html | null {
  const { rate } = view.texts;
  if (row.delivered_at === null || !isRecipient) return null;
  if (rating) {
    return html`<section class="card" id="rating"><h2>${rate.yours}</h2><p class="stars given" aria-hidden="true">${'★'.repeat(rating.stars)}<span>${'★'.repeat(5 - rating.stars)}</span></p>
<p>${rate.starsOf(rating.stars)}: ${rate.stars[rating.stars - 1] ?? ''}. ${rate.thanks}</p></section>`;
  }
  const choices = rate.stars.map(
    (word, at) =>
      html`<label class="star"><input type="radio" name="stars" value="${at + 1}" required><span aria-hidden="true">${at + 1}&#9733;</span>${word}</label>`,
  );
  return html`<section class="card" id="rating">
<form method="post" action="${view.link(`/t/${token}/rating`)}">
<fieldset><legend>${rate.title}</legend><div class="stars">${choices}</div></fieldset>
<label for="comment">${rate.comment}</label><textarea id="comment" name="comment" rows="2" maxlength="500"></textarea>
<button class="button" type="submit">${view.texts.common.send}</button>
</form></section>`;
}
