/** Characters of a selection that travel along: what a note holds. */
const SELECTED = 20_000

/**
 * The bookmarklet (INT-2): a popup of 600×400 named SaveToInbox with address and title of the page one is on, and what is
 * selected there. That goes behind the `#`, which no server sees: it may be long, and it is none of its business yet.
 */
export function bookmarkletCode(backendUrl: string): string {
  const target = JSON.stringify(`${backendUrl}/admin/integrations?action=save`)
  return `javascript:(()=>{const e=t=>encodeURIComponent(t.toWellFormed?t.toWellFormed():t),s=String(getSelection()).trim().slice(0,${SELECTED});window.open(${target}+'&url='+e(location.href)+'&title='+e(document.title)+(s&&'#text='+e(s)),'SaveToInbox','width=600,height=400')})()`
}

/** What the bookmarklet has brought along behind the `#` of an address. */
export function selectedText(hash: string): string {
  return (new URLSearchParams(hash.replace(/^#/, '')).get('text') ?? '').slice(0, SELECTED)
}
