/** The name a person knows an address by: its host without `www.`; the text itself where it is no address. */
export function hostOf(url: string): string {
  if (!URL.canParse(url)) return url
  return new URL(url).host.replace(/^www\./, '')
}
