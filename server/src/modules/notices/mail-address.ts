/** Whether what a notice is addressed to is an e-mail address; else it is a phone. */
export function isMailAddress(address: string): boolean {
  return address.includes('@');
}

/** `f***@example.sl` */
export function maskMail(address: string): string {
  const [name = '', host = ''] = address.split('@');
  return `${name.slice(0, 1)}***@${host}`;
}
