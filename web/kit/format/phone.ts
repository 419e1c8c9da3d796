/** `+232 76 204 118` of `+23276204118`; numbers of other countries in groups of three. */
export function phoneText(phone: string): string {
  const own = /^\+232(\d{2})(\d{3})(\d{3})$/.exec(phone);
  if (own) return `+232 ${own[1]} ${own[2]} ${own[3]}`;
  return phone
    .replace(/^(\+\d{1,3}?)(?=(\d{3})+$)/, '$1 ')
    .replace(/(\d{3})(?=\d)/g, '$1 ')
    .trim();
}

/** What WhatsApp opens a talk with. */
export function whatsappUrl(phone: string, text = ''): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}${text ? `?text=${encodeURIComponent(text)}` : ''}`;
}
