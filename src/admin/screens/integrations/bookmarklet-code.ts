/** The bookmarklet (INT-2): a popup of 600×400 named SaveToInbox with address and title of the page one is on. */
export function bookmarkletCode(backendUrl: string): string {
  const target = JSON.stringify(`${backendUrl}/admin/integrations?action=save`)
  return `javascript:(()=>{const e=encodeURIComponent;window.open(${target}+'&url='+e(location.href)+'&title='+e(document.title),'SaveToInbox','width=600,height=400')})()`
}
