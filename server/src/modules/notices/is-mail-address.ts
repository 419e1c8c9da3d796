/** Whether what a notice is addressed to is an e-mail address; else it is a phone. */
export function isMailAddress(address: string): boolean {
  return address.includes('@');
}
