/** A button that leads to the page of a link; it works without script. */
export function linkSnippet(url: string, title: string): string {
  return `<a href="${escaped(url)}">${escaped(title)}</a>`;
}

/** Begins a payment of a link from a page, and leads the payer on. */
export function paySnippet({
  origin,
  key,
  slug,
}: {
  readonly origin: string;
  readonly key: string;
  readonly slug: string;
}): string {
  return `<button id="pay" type="button">Pay</button>
<script type="module">
  document.querySelector('#pay').addEventListener('click', async () => {
    const answer = await fetch('${origin}/v1/public/payment-links/${slug}/payments', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': '${key}',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ channel: 'mobile_money', phone: '+23276204118' }),
    });
    const { data, error } = await answer.json();
    if (error) alert(error.message);
    else location.assign(data.pay_url);
  });
</script>`;
}

/** The smallest page that calls: which ways of paying are open. */
export function channelsSnippet({ origin, key }: { readonly origin: string; readonly key: string }): string {
  return `<script type="module">
  const answer = await fetch('${origin}/v1/payments/channels', { headers: { 'x-api-key': '${key}' } });
  const { data, error } = await answer.json();
  if (error) throw new Error(error.message);
  console.log(data.channels.filter(({ available }) => available).map(({ channel }) => channel));
</script>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
