/** Whether a request has a header more than once. Of some Node shows the first and drops the rest; whoever stands in between may go by another. */
export function standsTwice(namesAndValues: readonly string[], name: string): boolean {
  let times = 0;
  for (let at = 0; at < namesAndValues.length; at += 2)
    if (namesAndValues[at]?.length === name.length && namesAndValues[at]?.toLowerCase() === name) times += 1;
  return times > 1;
}
