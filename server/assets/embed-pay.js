// Finds the payment that the address names, by the secret behind its #, which no server sees, and goes on to its page.
(async () => {
  const { pathname, search, hash } = location;
  const id = pathname.split('/').at(-1);
  const query = new URLSearchParams(search);
  try {
    const answer = await fetch(`/v1/payments/${id}`, { headers: { 'x-api-key': query.get('embed'), 'x-client-secret': hash.slice(1) } });
    const { data } = await answer.json();
    if (!answer.ok) throw new Error(answer.status);
    location.replace(new URL(data.pay_url).pathname + search);
  } catch {
    document.querySelector('.opening').hidden = true;
    document.querySelector('.problem').hidden = false;
    document.documentElement.dataset.failed = 'PAYMENT_NOT_FOUND';
    dispatchEvent(new Event('cottontree-failed'));
  }
})();
