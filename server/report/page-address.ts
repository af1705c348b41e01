/** Where the rules' pages are published; undefined until they have a public address. */
const pagesAddress: string | undefined = undefined;

/** The public address of a rule's page, when there is one. */
export function pageAddress(rule: string): string | undefined {
  return pagesAddress === undefined ? undefined : `${pagesAddress}/${rule}`;
}
