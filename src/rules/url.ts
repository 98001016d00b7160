/** True for a valid URL in the product's sense: http or https, nothing else (R15). */
export function isHttpUrl(value: string): boolean {
  const trimmed = value.trim()
  if (!/^https?:\/\//i.test(trimmed) || /\s/.test(trimmed)) return false
  return URL.canParse(trimmed) && new URL(trimmed).hostname !== ''
}

/**
 * One key for addresses that mean the same page (R17): without fragment, tracking parameters, default port, `www.` and the
 * slash at the end; null for what is no http(s) address.
 */
export function urlKey(value: string): string | null {
  if (!isHttpUrl(value)) return null
  const url = new URL(value.trim())
  const names = [...new Set(url.searchParams.keys())].filter((name) =>
    /^(utm_\w+|fbclid|gclid|mc_cid|mc_eid)$/i.test(name),
  )
  for (const name of names) url.searchParams.delete(name)
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.host.replace(/^www\./, '')}${path}${url.search}`
}
