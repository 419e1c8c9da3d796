/** A provider did not tell what it has booked; nothing may be concluded from that. */
export class ListFailed extends Error {
  constructor(raw: string) {
    super(`The provider's list could not be read: ${raw}`);
    this.name = 'ListFailed';
  }
}
