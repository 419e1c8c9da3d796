/** `f***@example.sl` */
export function maskMail(address: string): string {
  const [name = '', host = ''] = address.split('@');
  return `${name.slice(0, 1)}***@${host}`;
}
