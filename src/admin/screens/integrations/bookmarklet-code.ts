/** Maximum length of the transferred selection, the limit of a note. */
const SELECTED = 20_000

/**
 * The bookmarklet (INT-2): a popup of 600×400 named SaveToInbox with address, title and selection of the current page.
 * The selection is in the fragment, which is not sent to the server: it may be long, and the user has not confirmed it
 * yet.
 */
export function bookmarkletCode(backendUrl: string): string {
  const target = JSON.stringify(`${backendUrl}/admin/integrations?action=save`)
  return `javascript:(()=>{const e=t=>encodeURIComponent(t.toWellFormed?t.toWellFormed():t),s=String(getSelection()).trim().slice(0,${SELECTED});window.open(${target}+'&url='+e(location.href)+'&title='+e(document.title)+(s&&'#text='+e(s)),'SaveToInbox','width=600,height=400')})()`
}

/** The selection that the bookmarklet put into the fragment. */
export function selectedText(hash: string): string {
  return (new URLSearchParams(hash.replace(/^#/, '')).get('text') ?? '').slice(0, SELECTED)
}
